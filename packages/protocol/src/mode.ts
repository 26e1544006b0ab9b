import { z } from "zod";
import { MODES, ROLES, TRUSTS } from "./word-lists.ts";

export const ModeSchema = z.enum(MODES);
export const TrustSchema = z.enum(TRUSTS);
export const RoleSchema = z.enum(ROLES);

export type Mode = z.infer<typeof ModeSchema>;
export type Trust = z.infer<typeof TrustSchema>;
export type Role = z.infer<typeof RoleSchema>;
