import type { Language } from "./parse-source.ts";

/** How the parts of a language that have a name are found in its syntax tree. */
export type Grammar = {
  /** Nodes that are chunks; the members of a box are chunks, too. */
  readonly chunks: Readonly<Record<string, "leaf" | "box">>;
  /** Nodes around a chunk that belong to it: `export`, decorators, templates. */
  readonly around: readonly string[];
  /** Nodes without a name of their own that chunks may stand in. */
  readonly through: readonly string[];
  /** What belongs to the chunk below it: comments, attributes. */
  readonly above: readonly string[];
};

const SCRIPT: Grammar = {
  chunks: {
    class_declaration: "box",
    abstract_class_declaration: "box",
    internal_module: "box",
    module: "box",
    call_expression: "box",
    interface_declaration: "leaf",
    type_alias_declaration: "leaf",
    enum_declaration: "leaf",
    function_declaration: "leaf",
    generator_function_declaration: "leaf",
    function_signature: "leaf",
    method_definition: "leaf",
    method_signature: "leaf",
    abstract_method_signature: "leaf",
    public_field_definition: "leaf",
    field_definition: "leaf",
    variable_declarator: "leaf",
    assignment_expression: "leaf",
  },
  around: [
    "export_statement",
    "ambient_declaration",
    "expression_statement",
    "lexical_declaration",
    "variable_declaration",
  ],
  through: [],
  above: ["comment", "decorator"],
};

const C: Grammar = {
  chunks: {
    function_definition: "leaf",
    struct_specifier: "leaf",
    union_specifier: "leaf",
    enum_specifier: "leaf",
    type_definition: "leaf",
  },
  around: ["declaration"],
  through: ["preproc_ifdef", "preproc_if", "preproc_else", "preproc_elif"],
  above: ["comment"],
};

export const GRAMMARS: Readonly<Record<Language, Grammar>> = {
  TypeScript: SCRIPT,
  Tsx: SCRIPT,
  JavaScript: SCRIPT,
  python: {
    chunks: { class_definition: "box", function_definition: "leaf" },
    around: ["decorated_definition"],
    through: [
      "if_statement",
      "elif_clause",
      "else_clause",
      "try_statement",
      "except_clause",
      "finally_clause",
      "with_statement",
      "block",
    ],
    above: ["comment"],
  },
  go: {
    chunks: {
      function_declaration: "leaf",
      method_declaration: "leaf",
      type_spec: "leaf",
      type_alias: "leaf",
      var_spec: "leaf",
    },
    around: ["type_declaration", "var_declaration"],
    through: ["type_declaration"],
    above: ["comment"],
  },
  rust: {
    chunks: {
      impl_item: "box",
      trait_item: "box",
      mod_item: "box",
      function_item: "leaf",
      function_signature_item: "leaf",
      struct_item: "leaf",
      enum_item: "leaf",
      union_item: "leaf",
      type_item: "leaf",
      macro_definition: "leaf",
    },
    around: [],
    through: ["foreign_mod_item", "declaration_list"],
    above: ["line_comment", "block_comment", "attribute_item"],
  },
  java: {
    chunks: {
      class_declaration: "box",
      interface_declaration: "box",
      enum_declaration: "box",
      record_declaration: "box",
      annotation_type_declaration: "leaf",
      method_declaration: "leaf",
      constructor_declaration: "leaf",
      compact_constructor_declaration: "leaf",
    },
    around: [],
    through: ["enum_body_declarations"],
    above: ["line_comment", "block_comment"],
  },
  c: C,
  cpp: {
    chunks: {
      ...C.chunks,
      class_specifier: "box",
      struct_specifier: "box",
      namespace_definition: "box",
    },
    around: [...C.around, "template_declaration"],
    through: [...C.through, "linkage_specification", "declaration_list"],
    above: C.above,
  },
};
