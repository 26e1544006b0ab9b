/** What is known about one model's way of counting. */
export type ModelCalibration = {
  /** Reported tokens per estimated token. */
  readonly ratio: number;
  /** How far calibrated estimates have been off lately, as a part of the reported count. */
  readonly error: number;
  readonly samples: number;
};

/** By `provider/model`. A value: learning gives a new one (LOOP-17). */
export type Calibration = ReadonlyMap<string, ModelCalibration>;

export const NO_CALIBRATION: Calibration = new Map();

const UNKNOWN: ModelCalibration = { ratio: 1, error: 0, samples: 0 };
/** In short prompts the vendor's own framing weighs more than the text. */
const LEAST_TOKENS = 200;
const LEAST_RATIO = 0.3;
const MOST_RATIO = 4;
/** The newest sample counts this much once there are some. */
const WEIGHT = 0.2;

export function calibrationOf(calibration: Calibration, model: string): ModelCalibration {
  return calibration.get(model) ?? UNKNOWN;
}

/** An estimate in the model's own tokens. */
export function calibrated(calibration: Calibration, model: string, estimate: number): number {
  return Math.ceil(estimate * calibrationOf(calibration, model).ratio);
}

/**
 * Learns from one reply: what the whole request was estimated at, and the `input` its vendor
 * reported. A report of null, or a prompt too short to tell, changes nothing.
 */
export function learn(
  calibration: Calibration,
  model: string,
  { estimated, reported }: { readonly estimated: number; readonly reported: number | null },
): Calibration {
  if (reported === null || estimated < LEAST_TOKENS || !(reported > 0)) return calibration;
  const before = calibrationOf(calibration, model);
  const seen = clamp(reported / estimated, LEAST_RATIO, MOST_RATIO);
  const missed = Math.abs(reported - estimated * before.ratio) / reported;
  const weight = Math.max(WEIGHT, 1 / (before.samples + 1));
  return new Map(calibration).set(model, {
    ratio: before.ratio + (seen - before.ratio) * weight,
    error: before.samples === 0 ? missed : before.error + (missed - before.error) * weight,
    samples: before.samples + 1,
  });
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
