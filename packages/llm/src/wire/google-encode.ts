import type { FunctionDeclaration, GenerationConfig, Tool } from "@google/genai";
import type { ModelRequest, ToolSpec } from "@squire/protocol";
import { NO_HEADERS, oncePerList, openingOnce, wireBody } from "./body.ts";
import type { FragmentCache } from "./body.ts";
import type { Target, WireRequest } from "./contract.ts";
import { contentsOf } from "./google-contents.ts";
import { isGemini3, modelPath } from "./google-model.ts";
import { googleThinking } from "./google-thinking.ts";
import type { GoogleThinking } from "./google-thinking.ts";
import { objectSchema } from "./object-schema.ts";

type Config = Omit<GenerationConfig, "thinkingConfig"> & { thinkingConfig?: GoogleThinking };

/** A request to Gemini, direct or on Vertex. */
export function encodeGoogle(
  request: ModelRequest,
  target: Target,
  cache: FragmentCache,
): WireRequest {
  const gemini3 = isGemini3(request.model, target);
  return {
    path: modelPath(request.model, target),
    headers: NO_HEADERS,
    body: wireBody(
      googleOpening(request, target),
      contentsOf(request.messages, { target, cache, gemini3 }),
    ),
  };
}

const googleOpening = openingOnce("contents", (request, target) => ({
  systemInstruction: request.system ? { parts: [{ text: request.system }] } : undefined,
  tools: toolsOf(request.tools),
  generationConfig: configOf(request, target),
  ...target.compat.extraBody,
}));

function toolsOf(tools: readonly ToolSpec[]): Tool[] | undefined {
  return tools.length === 0 ? undefined : declarations(tools);
}

const declarations = oncePerList((tools: readonly ToolSpec[]): Tool[] => [
  { functionDeclarations: tools.map(declaration) },
]);

function declaration({ name, description, parameters }: ToolSpec): FunctionDeclaration {
  return { name, description, parametersJsonSchema: objectSchema(parameters) };
}

function configOf(request: ModelRequest, target: Target): Config | undefined {
  const thinkingConfig = googleThinking(request, target);
  const warm = target.compat.supportsTemperature !== false;
  // Google refuses a response type beside tools.
  const json = request.responseFormat === "json_object" && request.tools.length === 0;
  const config: Config = {
    ...(warm && request.temperature !== undefined ? { temperature: request.temperature } : {}),
    ...(request.maxTokens === undefined ? {} : { maxOutputTokens: request.maxTokens }),
    ...(json ? { responseMimeType: "application/json" } : {}),
    ...(thinkingConfig === undefined ? {} : { thinkingConfig }),
  };
  return Object.keys(config).length === 0 ? undefined : config;
}
