/** The `customType` of the entry that says where an imported session came from. */
export const IMPORT_NOTE = "import";
