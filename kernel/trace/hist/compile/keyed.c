// SPDX-License-Identifier: GPL-2.0
/*
 * References with an explicit key, $variable[operand,...]: the lookup of an entry of another
 * histogram by operands instead of this histogram's own key.
 *
 * The operands are converted to the form in which the other histogram stores its keys: with its
 * modifiers, and padded to its sizes. Part of the compiler, see compile.c.
 */
#include <linux/errno.h>
#include <linux/minmax.h>
#include <linux/slab.h>

#include "../diag.h"
#include "../program/compare.h"
#include "compiler.h"

/**
 * struct key_builder - explicit key under construction
 * @c: compilation
 * @lookup: lookup under construction
 * @hist: histogram whose entries are looked up
 * @words: words of the parts that are compiled
 * @scratch: words that are needed to build the key, which can be more than @words
 */
struct key_builder {
	struct hist_compiler *c;
	struct hist_lookup lookup;
	const struct hist_trigger_data *hist;
	unsigned int words;
	unsigned int scratch;
};

/* The instruction that builds key @i of @hist. */
static const struct hist_insn *key_insn(const struct hist_trigger_data *hist, unsigned int i)
{
	return &hist->program.key.insns[i];
}

/* Set the range of the number that a key is made of, if a modifier changes the key. */
static void set_range(struct hist_lookup_key *part, const struct hist_insn *insn)
{
	part->bits = 64;
	if (insn->transform == HIST_TRANSFORM_NONE)
		return;
	switch (insn->op) {
	case HIST_OP_U8:
	case HIST_OP_S8:
		part->bits = 8;
		break;
	case HIST_OP_U16:
	case HIST_OP_S16:
		part->bits = 16;
		break;
	case HIST_OP_U32:
	case HIST_OP_S32:
	case HIST_OP_CPU:
	case HIST_OP_TASK + TRACE_TASK_TGID:
	case HIST_OP_TASK + TRACE_TASK_PPID:
	case HIST_OP_TASK + TRACE_TASK_UID:
	case HIST_OP_TASK + TRACE_TASK_GID:
		part->bits = 32;
		break;
	default:
		break;
	}
	part->is_signed = insn->op == HIST_OP_S8 || insn->op == HIST_OP_S16 ||
			  insn->op == HIST_OP_S32 ||
			  insn->op == HIST_OP_TASK + TRACE_TASK_TGID ||
			  insn->op == HIST_OP_TASK + TRACE_TASK_PPID;
}

/* Test whether a number is signed before its modifier is applied. The modifier is not .log2. */
static bool was_signed(const struct hist_value *value, const struct hist_insn *insn)
{
	/* The start of a linear bucket is signed, also if its field is not. */
	if (value->mod == HIST_MOD_LHIST)
		return insn->transform == HIST_TRANSFORM_LINEAR_SIGNED;
	return hist_value_may_be_negative(value);
}

/*
 * Test whether numbers with the top bit set can mean different things in a key and in an operand.
 * A logarithm is the same for both, and the key does not tell the sign of its field any more.
 */
static bool signs_differ(const struct hist_value *key, const struct hist_insn *insn,
			 const struct hist_typed_operand *operand)
{
	if (!hist_kind_is_number(key->kind) || key->mod == HIST_MOD_LOG2)
		return false;
	return was_signed(key, insn) != was_signed(&operand->value, &operand->insn);
}

/* The key stores microseconds: convert a number that is not in microseconds yet. */
static void convert_to_usecs(struct hist_lookup_key *part, const struct hist_insn *insn,
			     const struct hist_value *value)
{
	if (insn->op == HIST_OP_TIME_USECS && value->unit != HIST_UNIT_USECS)
		part->transform = HIST_TRANSFORM_USECS;
}

/*
 * Times must be of one clock and in one unit. An operand in the unit of the clock is only converted
 * if the key has no other transformation.
 */
static bool units_match(const struct hist_value *key, const struct hist_insn *insn,
			const struct hist_value *value)
{
	if (key->unit != HIST_UNIT_NONE && value->unit != HIST_UNIT_NONE &&
	    key->clock != value->clock)
		return false;
	if (!hist_clock_in_ns(key->clock))
		return true;
	if (key->unit == HIST_UNIT_USECS)
		return value->unit != HIST_UNIT_CLOCK || insn->op == HIST_OP_TIME_USECS;
	return key->unit == HIST_UNIT_NONE || value->unit != HIST_UNIT_USECS;
}

/* Check that an operand can be compared with a key. */
static bool types_match(const struct hist_value *key, const struct hist_value *value)
{
	/* Each histogram has ids of its own. */
	if (hist_value_is_interned(key) || hist_value_is_interned(value))
		return false;
	if (hist_kind_is_number(key->kind))
		return hist_kind_is_number(value->kind);
	if (hist_kind_is_string(key->kind))
		return hist_kind_is_string(value->kind);
	return hist_kind_is_stack(value->kind);
}

/* Modifiers of the operand that change it must be those of the key, which are not applied twice. */
static bool modifiers_match(const struct hist_value *key, const struct hist_value *value)
{
	return !hist_mod_changes_number(value->mod) || hist_modifiers_equal(key, value);
}

static int set_part(struct key_builder *b, unsigned int i, const struct hist_typed_operand *operand,
		    struct trace_span at)
{
	const struct hist_value *key = &b->hist->fields[b->hist->n_vals + i].value;
	struct hist_lookup_key *part = &b->lookup.keys[i];
	const struct hist_insn *insn = key_insn(b->hist, i);

	if (!types_match(key, &operand->value) || !modifiers_match(key, &operand->value) ||
	    !units_match(key, insn, &operand->value))
		return hist_diag_set(b->c->diag, HIST_DIAG_KEYED_TYPE, at);

	*part = (struct hist_lookup_key){
		.insn = operand->insn,
		.words = operand->words,
		.room = key->size / sizeof(u64),
		.sign_differs = signs_differ(key, insn, operand),
		.transform = insn->transform,
		.transform_arg = insn->arg,
	};
	part->insn.dst = b->words;
	/*
	 * If the operand has the modifier of the key, apply it once, as that of the key: the range
	 * is that of numbers without it, and the key keeps the arguments of .lhist.
	 */
	part->insn.transform = HIST_TRANSFORM_NONE;
	set_range(part, insn);
	convert_to_usecs(part, insn, &operand->value);
	b->words += part->room;
	b->scratch = umax(b->scratch, part->insn.dst + umax(part->words, part->room));
	return 0;
}

/* Return the first node of the part of an expression that ends with node @root. */
static unsigned int first_node_of(const struct hist_expr *expr, unsigned int root)
{
	const struct hist_expr_node *node = &expr->nodes[root];

	while (node->op != HIST_EXPR_NUMBER && node->op != HIST_EXPR_OPERAND) {
		root = node->op == HIST_EXPR_COND ? node->cond : node->left;
		node = &expr->nodes[root];
	}
	return root;
}

/* Adapt the operands of a node to an array that begins with node @first. Unused indexes stay 0. */
static void shift_operands(struct hist_expr_node *node, unsigned int first)
{
	if (node->op == HIST_EXPR_NUMBER || node->op == HIST_EXPR_OPERAND)
		return;
	node->left -= first;
	if (hist_expr_op_is_unary(node->op))
		return;
	node->right -= first;
	if (node->op == HIST_EXPR_COND)
		node->cond -= first;
}

/* Make an expression of an operand in brackets. Return: 0 or -ENOMEM. */
static int copy_operand(const struct hist_expr *expr, unsigned int root, struct hist_expr *part)
{
	unsigned int first = first_node_of(expr, root), i;

	*part = (struct hist_expr){ .span = expr->nodes[root].span, .n_nodes = root + 1 - first };
	part->nodes = kmalloc_array(part->n_nodes, sizeof(*part->nodes), GFP_KERNEL);
	if (!part->nodes)
		return -ENOMEM;
	for (i = 0; i < part->n_nodes; i++) {
		part->nodes[i] = expr->nodes[first + i];
		part->nodes[i].in_key = false;
		shift_operands(&part->nodes[i], first);
	}
	return 0;
}

/* Append the text of an operand to that of the key. Return: 0 or -ENOMEM. */
static int append_operand(char **text, const struct hist_value *value, const char *between)
{
	char mod[HIST_MOD_TEXT_SIZE];
	int ret = hist_append_text(text, value->name, between);

	hist_mod_text(value->mod, value->mod_arg, &value->linear, mod);
	return ret ?: hist_append_text(text, mod, "");
}

static int compile_operand(struct key_builder *b, const struct hist_expr *expr, unsigned int i,
			   unsigned int root)
{
	struct hist_typed_operand operand;
	struct hist_expr part;
	const char *between = i ? "," : "";
	int ret;

	ret = copy_operand(expr, root, &part);
	if (ret)
		return ret;
	ret = hist_compile_expr(b->c, &part, HIST_ROLE_KEY, &operand);
	if (!ret && b->hist)
		ret = set_part(b, i, &operand, part.span);
	ret = ret ?: append_operand(&b->lookup.key_text, &operand.value, between);
	hist_value_clear(&operand.value);
	hist_expr_free(&part);
	return ret;
}

/* Compile the operands. Without @b->hist, only their text. */
static int compile_operands(struct key_builder *b, const struct hist_expr *expr,
			    const struct hist_expr_node *node)
{
	struct hist_compiler *c = b->c;
	struct hist_section *section = c->section;
	unsigned int i;
	int ret = 0;

	c->section = &c->data->program.pre_lookup;
	for (i = 0; !ret && i < node->n_key; i++)
		ret = compile_operand(b, expr, i, node->key[i]);
	c->section = section;
	return ret;
}

static int add_lookup(struct key_builder *b, const struct hist_expr_node *node)
{
	int i;

	b->lookup.key_offset = b->c->n_bytes_words;
	i = hist_add_keyed_lookup(b->c, &b->lookup, node->span);
	if (i < 0)
		return i;
	b->c->n_bytes_words += b->scratch;
	b->lookup.keys = NULL;
	b->lookup.key_text = NULL;
	return i;
}

/*
 * Find or add the lookup for a reference. If the program has an equal lookup already, the
 * instructions that computed the operands again are dropped.
 */
static int compile_lookup(struct key_builder *b, const struct hist_expr *expr,
			  const struct hist_expr_node *node)
{
	struct hist_program *program = &b->c->data->program;
	const unsigned int n_insns = program->pre_lookup.n, n_regs = b->c->n_regs;
	int i, ret;

	if (node->n_key != b->hist->n_keys)
		return hist_diag_set(b->c->diag, HIST_DIAG_KEYED_COUNT, node->span);
	b->lookup.n_keys = node->n_key;
	b->lookup.keys = kcalloc(node->n_key, sizeof(*b->lookup.keys), GFP_KERNEL);
	if (!b->lookup.keys)
		return -ENOMEM;
	ret = compile_operands(b, expr, node);
	if (ret)
		return ret;

	i = hist_find_keyed_lookup(b->c, b->hist, b->lookup.key_text);
	if (i == -ENOENT)
		return add_lookup(b, node);
	program->pre_lookup.n = n_insns;
	b->c->n_regs = n_regs;
	return i;
}

/* Compile only the text of the operands: drop the instructions, as for an equal lookup. */
static int compile_text(struct key_builder *b, const struct hist_expr *expr,
			const struct hist_expr_node *node)
{
	struct hist_program *program = &b->c->data->program;
	const unsigned int n_insns = program->pre_lookup.n, n_regs = b->c->n_regs;
	int ret = compile_operands(b, expr, node);

	program->pre_lookup.n = n_insns;
	b->c->n_regs = n_regs;
	return ret;
}

static int compile_known_var(struct key_builder *b, const struct hist_expr *expr,
			     const struct hist_expr_node *node, bool once,
			     struct hist_typed_operand *operand)
{
	struct hist_compiler *c = b->c;
	struct hist_program *program = &c->data->program;
	struct hist_var_definition definition;
	int ret = hist_compile_find_var(c, &node->operand, NULL, &definition);

	if (ret)
		return hist_report_missing_var(c, &node->operand, ret);
	b->hist = definition.defining_hist;
	b->lookup.defining_hist = definition.defining_hist;
	ret = compile_lookup(b, expr, node);
	if (ret < 0)
		return ret;
	if (c->section == &program->pre_key) {
		program->lookups[ret].early = true;
		program->has_early_lookups = true;
	}
	return hist_compile_var_load(c, &node->operand, &definition, ret, once, operand);
}

/**
 * hist_compile_keyed_var - create an operand from a reference with an explicit key
 * @c: compilation
 * @expr: expression that contains the reference
 * @node: node of the reference
 * @once: the load also clears the variable
 * @operand: operand to fill in; the caller owns its strings, also after an error
 *
 * Context: may sleep.
 * Return: 0, -EINVAL with the diagnostic filled in, or -ENOMEM.
 */
int hist_compile_keyed_var(struct hist_compiler *c, const struct hist_expr *expr,
			   const struct hist_expr_node *node, bool once,
			   struct hist_typed_operand *operand)
{
	struct key_builder b = { .c = c };
	int ret;

	*operand = (struct hist_typed_operand){ .ref = -1, .own_var = -1 };
	ret = hist_find_dependency(c, &node->operand, c->user);
	if (ret >= 0)
		return hist_diag_set(c->diag, HIST_DIAG_KEYED_OWN, node->span);
	if (ret != -ENOENT)
		return ret;

	if (c->resolver->skip_lookups) {
		ret = compile_text(&b, expr, node);
		ret = ret ?: hist_compile_unknown_var(c, &node->operand, b.lookup.key_text,
						      operand);
	} else {
		ret = compile_known_var(&b, expr, node, once, operand);
	}
	kfree(b.lookup.keys);
	kfree(b.lookup.key_text);
	return ret;
}
