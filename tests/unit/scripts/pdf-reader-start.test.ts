import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { layout } from "#scripts/layout.ts";

const run = promisify(execFile);

/** Asks the reader while this process may open no more files, and again when it may. */
const SCRIPT = `
	import { closeSync, openSync } from "node:fs";
	import { PDF_SERVICE } from "#scripts/server/pdf-reader.ts";
	const ask = () =>
		PDF_SERVICE.fetch("http://pdf-reader/", { method: "POST", body: "no document" })
			.then(({ status }) => status, (error) => error.code);
	const pipes = () => process.getActiveResourcesInfo().filter((it) => it === "PipeWrap").length;
	const before = pipes();
	await ask();
	// The files of the reader that has answered are closed a moment later.
	while (pipes() > before) await new Promise((resolve) => setTimeout(resolve, 10));
	const files = [];
	try {
		for (;;) files.push(openSync("/dev/null"));
	} catch {}
	const answers = await Promise.all([ask(), ask(), ask()]);
	for (const file of files) closeSync(file);
	console.log(JSON.stringify([...answers, await ask()]));
`;

it("a reader that cannot be started costs its own document", async () => {
	const node = [process.execPath, "--import", "tsx", "--input-type=module"];
	const { stdout } = await run(
		"/bin/sh",
		["-c", 'ulimit -n 100; exec "$@"', "sh", ...node, "-e", SCRIPT],
		{ cwd: layout.root },
	);
	const [first, second, third, later] = JSON.parse(stdout);
	expect([first, second, third]).toEqual(["EMFILE", "EMFILE", "EMFILE"]);
	expect(typeof later).toBe("number");
});
