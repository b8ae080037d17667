/* SPDX-License-Identifier: GPL-2.0 */
/*
 * User stacks that a program knows: the addresses of its frames, and the places in its source that
 * they are in.
 *
 * A function notes the place of a call by CALL(), and the called function notes its own return
 * address by NOTE_RETURN(). Both do so after the call, so the innermost frame is the first one.
 */
#ifndef USTACK_H
#define USTACK_H

/* The walker follows frame pointers. */
#pragma GCC optimize("no-omit-frame-pointer", "no-optimize-sibling-calls", "no-partial-inlining")

/* A function that has a frame of its own, and its own name. */
#define HAS_FRAME	__attribute__((noinline, noclone))

/* A process id that does not exist. */
#define NO_PID		0x3ffffff
#define FRAMES_MAX	200

/**
 * struct frame - a frame of a stack
 * @address: address of the instruction behind the call
 * @function: name of the function with the call; NULL if it is not known
 * @file: name of the source file
 * @line: number of the line of the call
 */
struct frame {
	unsigned long address;
	const char *function;
	const char *file;
	unsigned int line;
};

/**
 * struct stack - stack of a system call
 * @frames: frames, from the innermost to the outermost
 * @n: number of them
 */
struct stack {
	struct frame frames[FRAMES_MAX];
	unsigned int n;
};

/**
 * struct library_call - call of a function of the library, which makes a system call
 * @stack: notes the frames
 * @sig: second argument of kill()
 * @callback: function of the program that the library calls
 * @kill: function of the library that @callback calls
 */
struct library_call {
	struct stack *stack;
	long sig;
	void (*callback)(struct library_call *call);
	void (*kill)(struct library_call *call);
};

/**
 * struct mapping - part of a file that is mapped
 * @start: first address
 * @end: address behind it
 * @offset: offset of the first byte in the file
 * @path: path of the file
 */
struct mapping {
	unsigned long start, end, offset;
	char path[256];
};

static inline void note_address(struct stack *stack, unsigned long address)
{
	stack->frames[stack->n++].address = address;
}

static inline void note_place(struct stack *stack, const char *function, const char *file,
			      unsigned int line)
{
	struct frame *frame = &stack->frames[stack->n - 1];

	frame->function = function;
	frame->file = file;
	frame->line = line;
}

#define NOTE_RETURN(stack)	note_address(stack, (unsigned long)__builtin_return_address(0))

/* Execute a statement, which calls a function that notes its return address, in one line. */
#define CALL(stack, statement) do { \
		statement; \
		note_place(stack, __func__, __FILE_NAME__, __LINE__); \
	} while (0)

/*
 * Make a system call with a frame pointer. The first frame of its stack is the instruction behind
 * it.
 */
#define SYSTEM_CALL(stack, pointer, nr, a, b, c) do { \
		long ret; \
		(stack)->n = 0; \
		note_address(stack, 0); \
		asm volatile("lea 1f(%%rip), %[at]\n\t" \
			     "mov %%rbp, %%rbx\n\t" \
			     "mov %[frame], %%rbp\n\t" \
			     "syscall\n" \
			     "1:\tmov %%rbx, %%rbp" \
			     : "=a" (ret), [at] "=&r" ((stack)->frames[0].address) \
			     : "0" (nr), "D" (a), "S" (b), "d" (c), [frame] "r" (pointer) \
			     : "rbx", "rcx", "r11", "memory"); \
	} while (0)

/* ustack_lib.c */
void library_call(struct library_call *call);

/* ustack_frames.c */
void die(const char *what);
struct mapping find_mapping(unsigned long address);
void print_frames(const struct stack *stack);

#endif
