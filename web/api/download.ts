import { readProblem } from "./api-problem.ts";

/** Long after any browser has begun to read what it saves. */
const READ_BY_MS = 60_000;

/**
 * Downloads what may be refused: a link would save the refusal. Throws `ApiProblem` for it, and the
 * browser's own error if there is no answer.
 */
export async function download(path: string, name: string): Promise<void> {
	const response = await fetch(path, { cache: "no-store" });
	if (!response.ok) throw await readProblem(response);
	const url = URL.createObjectURL(await response.blob());
	const link = document.createElement("a");
	link.href = url;
	link.download = name;
	link.click();
	// Some browsers read it after the press has returned.
	setTimeout(() => URL.revokeObjectURL(url), READ_BY_MS);
}
