import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { layout } from "#scripts/layout.ts";

/** TypeScript that Node does not run by itself. */
const PROGRAM = `
enum Code { Stopped = 7 }
const [, program, ...args] = process.argv;
process.on("SIGTERM", () => process.exit(Code.Stopped));
process.on("SIGINT", () => process.exit(Code.Stopped + 1));
setInterval(() => {}, 1_000);
console.log(JSON.stringify({ program, args, pid: process.pid, parent: process.ppid }));
`;

let folder: string;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "a folder with spaces & signs "));
	await writeFile(join(folder, "program.ts"), PROGRAM);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function launch(...args: string[]) {
	const launcher = join(layout.root, "scripts/launch.mjs");
	return spawn(process.execPath, [launcher, join(folder, "program.ts"), ...args], {
		stdio: ["ignore", "pipe", "inherit"],
	});
}

describe("the launcher", () => {
	it.each([
		["SIGTERM", 7],
		["SIGINT", 8],
	] as const)(
		"hands on arguments, and %s as the exit code that the program chose",
		async (signal, code) => {
			const child = launch("--a b", "-h", "C:\\a b\\c");
			const [line] = (await once(child.stdout, "data")) as [Buffer];
			expect(JSON.parse(String(line))).toEqual({
				program: join(folder, "program.ts"),
				args: ["--a b", "-h", "C:\\a b\\c"],
				// In the process that was started, whose parent is the one that started it.
				pid: child.pid,
				parent: process.pid,
			});
			child.kill(signal);
			expect(await once(child, "exit")).toEqual([code, null]);
		},
	);

	it("fails with the message of a program that is not there", async () => {
		const child = spawn(
			process.execPath,
			[join(layout.root, "scripts/launch.mjs"), join(folder, "none.ts")],
			{ stdio: ["ignore", "ignore", "pipe"] },
		);
		const said: Buffer[] = [];
		child.stderr.on("data", (chunk: Buffer) => said.push(chunk));
		expect((await once(child, "exit"))[0]).toBe(1);
		expect(String(Buffer.concat(said))).toContain("none.ts");
	});
});

it("every script of package.json is a command that cmd.exe has too", async () => {
	const read = (name: string) => readFile(join(layout.root, name), "utf8");
	const { scripts } = JSON.parse(await read("package.json"));
	for (const [name, script] of Object.entries<string>(scripts)) {
		const commands = script.split(" && ").map((command) => command.split(" ")[0]);
		for (const command of commands)
			expect(["exec", "node", "tsx", "biome"], name).toContain(command);
		// Neither quotes nor variables, which the shells write in different ways.
		expect(script, name).not.toMatch(/[$;|<>'`"\\%]|^\w+=/);
	}
	// cmd.exe looks for a command in the current folder first.
	expect(await read("exec.cmd")).toMatch(/^@rem [^\r\n]*\r\n@%\*\r\n$/);
});
