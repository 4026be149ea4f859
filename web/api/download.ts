import { readProblem } from "./api-problem.ts";

/** By then every browser has started to read the file. */
const READ_BY_MS = 60_000;

/**
 * Downloads a file that the server may refuse. A plain link would save the error response as the
 * file. Throws `ApiProblem` if the server refuses, and the browser's own error if there is no
 * response.
 */
export async function download(path: string, name: string): Promise<void> {
	const response = await fetch(path, { cache: "no-store" });
	if (!response.ok) throw await readProblem(response);
	const url = URL.createObjectURL(await response.blob());
	const link = document.createElement("a");
	link.href = url;
	link.download = name;
	link.click();
	// Some browsers read the file after the click handler has returned.
	setTimeout(() => URL.revokeObjectURL(url), READ_BY_MS);
}
