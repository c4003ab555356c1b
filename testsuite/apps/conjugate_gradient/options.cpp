#include "options.hpp"

#include <stdexcept>

#include "collective_error.hpp"

namespace cg {

namespace {

class Words {
public:
    Words(int argc, char** argv) : argc_(argc), argv_(argv) {}

    bool next(std::string& word) {
        if (at_ >= argc_) return false;
        word = argv_[at_++];
        return true;
    }

    std::string argument(const std::string& option) {
        std::string word;
        if (!next(word)) throw std::invalid_argument(option + " needs an argument");
        return word;
    }

    int integer(const std::string& option, int least) {
        const std::string word = argument(option);
        std::size_t read = 0;
        int value = 0;
        try {
            value = std::stoi(word, &read);
        } catch (const std::exception&) {
            read = 0;
        }
        if (read == 0 || read != word.size() || value < least)
            throw std::invalid_argument(option + " does not take " + word);
        return value;
    }

private:
    int argc_;
    char** argv_;
    int at_ = 1;
};

Options parse(int argc, char** argv) {
    Options options;
    Words words(argc, argv);
    std::string word;
    while (words.next(word)) {
        if (word == "--grid") {
            options.grid = words.integer(word, 2);
        } else if (word == "--iterations") {
            options.max_iterations = words.integer(word, 1);
        } else if (word == "--digits") {
            options.tolerance = 1.0;
            for (int digit = words.integer(word, 1); digit > 0; --digit) options.tolerance /= 10.0;
        } else if (word == "--log-every") {
            options.log_every = words.integer(word, 1);
        } else if (word == "--weak-row") {
            options.weak_row = words.integer(word, 0);
        } else if (word == "--plain") {
            options.jacobi = false;
        } else if (word == "--log") {
            options.log = words.argument(word);
        } else {
            throw std::invalid_argument("unknown option " + word);
        }
    }
    return options;
}

void share(std::string& text, const Communicator& comm) {
    int length = static_cast<int>(text.size());
    comm.broadcast(length, 0);
    text.resize(static_cast<std::size_t>(length));
    MPI_Bcast(text.data(), length, MPI_CHAR, 0, comm.handle());
}

}  // namespace

Options read_options(int argc, char** argv, const Communicator& comm) {
    Options options;
    on_all_ranks(comm, [&] {
        if (comm.rank() == 0) options = parse(argc, argv);
    });
    int jacobi = options.jacobi ? 1 : 0;
    comm.broadcast(options.grid, 0);
    comm.broadcast(options.max_iterations, 0);
    comm.broadcast(options.tolerance, 0);
    comm.broadcast(options.log_every, 0);
    comm.broadcast(options.weak_row, 0);
    comm.broadcast(jacobi, 0);
    share(options.log, comm);
    options.jacobi = jacobi != 0;
    return options;
}

}  // namespace cg
