export { BUILT_INS } from "./built-ins.ts";
