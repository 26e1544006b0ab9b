import type { FragmentCache } from "./body.ts";
import type { Wire } from "./contract.ts";
import { encodeGoogle } from "./google-encode.ts";
import { googleStepper } from "./google-step.ts";

const fragments: FragmentCache = new WeakMap();

/** Gemini, direct or on Vertex. */
export const googleGemini: Wire = {
  encode: (request, target) => encodeGoogle(request, target, fragments),
  stepper: googleStepper,
};
