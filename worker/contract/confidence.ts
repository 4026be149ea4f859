import measured from "./calibration.json";

/*
 * The confidence in a verdict is the share of recorded test verdicts like it that were right: a
 * curve over the models' own confidence. `npm run eval -- --calibrate` fits it and writes the file;
 * docs/accuracy.md has the measurements.
 */

/** P(right) = 1 / (1 + e^-(intercept + slope · ln(c / (1 - c)))), with c the models' mean confidence. */
export type FittedCurve = {
	intercept: number;
	slope: number;
	/** The verdicts that it was fitted on, and how many of them were right. */
	n: number;
	right: number;
	/** How many of them each set has. */
	sets: Record<string, number>;
	/** For each confidence (percent) that occurs: it, how many had it, and how many of these were right. */
	answers: number[][];
	/** By cross-validation; docs/accuracy.md says what each is. */
	figures: Record<
		| "ece"
		| "ece_low"
		| "ece_high"
		| "aurc"
		| "pooled_aurc"
		| "perfect_ece"
		| "perfect_ece_high"
		| "own_ece"
		| "own_aurc",
		number
	>;
};

export type CalibrationFile = {
	/** What answered, and the day (YYYY-MM-DD) of the questions that it was asked. */
	model: string;
	asked_on: string;
	/** In which way the questions differ from today's. */
	note?: string;
	/** How wide an interval is for each percent of missing confidence, and how often that holds. */
	interval: { width: number; n: number; holds: number };
	/** Used: for verdicts on pages that a search found, with a second reading and without. */
	curves: { open_web: FittedCurve; not_read: FittedCurve };
	/** Shown for comparison only. */
	compared: Record<string, FittedCurve>;
	/** Measured by others, for what the recorded answers cannot show. */
	published: { raters_differ: { n: number; right: number; source: string } };
};

export const CALIBRATION: CalibrationFile = measured;

/** What a verdict's confidence depends on. */
type Ground = {
	/** The mean confidence of the counting ratings, in percent. */
	said: number;
	/** Whether the quotes were read a second time. */
	read: boolean;
	/** Whether a rating that answered does not count, or has another verdict. */
	differ: boolean;
};

/** Half of an interval's width is at least this. */
const LEAST_HALF_WIDTH = 5;

/**
 * The confidence in percent, and which measurement it comes from: a name with the day of its
 * questions, so that stored numbers are not taken for those of a later measurement.
 */
export function calibratedConfidence(
	{ said, read, differ }: Ground,
	file: CalibrationFile = CALIBRATION,
): { confidence_level: number; calibration: string } {
	const name = read ? "open_web" : "not_read";
	const share = shareRight(file.curves[name], said);
	const { raters_differ } = file.published;
	const most = raters_differ.right / raters_differ.n;
	const capped = differ && share > most;
	return {
		confidence_level: Math.round(100 * (capped ? most : share)),
		calibration: nameWithDay(capped ? "raters_differ" : name, file),
	};
}

/** 0 and 100 percent are taken for 1 and 99, because they have no finite place on the curve. */
export function shareRight({ intercept, slope }: FittedCurve, said: number): number {
	const share = Math.min(Math.max(said, 1), 99) / 100;
	return 1 / (1 + Math.exp(-(intercept + slope * Math.log(share / (1 - share)))));
}

/** Half the width of a statement's interval, in points of its score. */
export function halfWidth(confidence_level: number, width = CALIBRATION.interval.width): number {
	return Math.max(LEAST_HALF_WIDTH, width * (100 - confidence_level));
}

type Alike = { n: number; right: number };

const NEAR = 0.05;
/** A share of fewer says too little; then less similar ones are counted too. */
const LEAST_ALIKE = 15;

/**
 * The test verdicts with about this confidence on the curve that a statement names. null if it names
 * none, or one that the file no longer has.
 */
export function verdictsAlike(
	{
		confidence_level,
		calibration,
	}: { confidence_level: number | null; calibration: string | null },
	file: CalibrationFile = CALIBRATION,
): Alike | null {
	if (confidence_level === null || calibration === null) return null;
	if (calibration === nameWithDay("raters_differ", file)) return file.published.raters_differ;
	const name = (["open_web", "not_read"] as const).find(
		(it) => calibration === nameWithDay(it, file),
	);
	if (name === undefined) return null;
	const curve = file.curves[name];
	const tested = curve.answers
		.map(([said = 0, n = 0, right = 0]) => ({
			n,
			right,
			distance: Math.abs(shareRight(curve, said) - confidence_level / 100),
		}))
		.sort((a, b) => a.distance - b.distance);
	const alike = { n: 0, right: 0 };
	let farthest = NEAR;
	for (const { n, right, distance } of tested) {
		// Equally similar verdicts are counted together, whatever their order in the file.
		if (distance > farthest && alike.n >= LEAST_ALIKE) break;
		farthest = Math.max(farthest, distance);
		alike.n += n;
		alike.right += right;
	}
	return alike;
}

/** Says how a statement's confidence was measured; null for one without, or of an earlier release. */
export function confidenceSentence(
	statement: {
		confidence_level: number | null;
		calibration: string | null;
		ratings: readonly { model: string }[];
	},
	file: CalibrationFile = CALIBRATION,
): string | null {
	const alike = verdictsAlike(statement, file);
	if (alike === null) return null;
	const { n, right } = alike;
	if (statement.calibration === nameWithDay("raters_differ", file))
		return `Where two models did not agree, ${right} of ${n} published test verdicts were right.`;
	const unread = statement.calibration === nameWithDay("not_read", file);
	const same = statement.ratings.some(({ model }) => model === file.model);
	return `Of ${n} test verdicts this sure${unread ? " without a second reading" : ""}, ${right} were right${same ? "" : " (measured with another model)"}.`;
}

function nameWithDay(name: string, { asked_on }: CalibrationFile): string {
	return `${name}-${asked_on}`;
}
