import { encodeAnthropic } from "./anthropic-encode.ts";
import { anthropicStepper } from "./anthropic-step.ts";
import type { FragmentCache } from "./body.ts";
import type { Wire } from "./contract.ts";

const fragments: FragmentCache = new WeakMap();

/** The Messages API of Anthropic and of those who copy it. */
export const anthropicMessages: Wire = {
  encode: (request, target) => encodeAnthropic(request, target, fragments),
  stepper: anthropicStepper,
};
