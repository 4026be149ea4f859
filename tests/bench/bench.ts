/** Measures what is named first, else an analysis: `npm run bench`, `npm run bench -- vitals`, `npm run bench -- worker`. */

export {};

const SUBJECTS: Record<string, () => Promise<unknown>> = {
	pipeline: () => import("./pipeline.ts"),
	vitals: () => import("./vitals.ts"),
	worker: () => import("./worker.ts"),
};

const [named = "pipeline"] = process.argv
	.slice(2)
	.filter((word) => !word.startsWith("-"));
const measure = SUBJECTS[named];
if (measure === undefined)
	throw new Error(
		`"${named}" is not measured; ${Object.keys(SUBJECTS).join(", ")} are.`,
	);
await measure();
