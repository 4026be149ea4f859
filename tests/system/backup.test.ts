import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Report } from "#contract/video.ts";
import type { MyVotes } from "#contract/votes.ts";
import { SAMPLE_FACT } from "#features/samples/fact.ts";
import { backUpData, restoreData } from "#scripts/data/folder-backup.ts";
import { dataPlace } from "#scripts/server/environment.ts";
import { type RunningServer, startServer } from "#scripts/start.ts";
import { type Client, createClient, createMember } from "#tests/support/world/client.ts";

/** Several runtimes start on a busy machine. */
const LONG_MS = 120_000;

let folder: string;
let server: RunningServer;
let member: Client;
let before: Report;
let voted_on: string;

const { id } = SAMPLE_FACT;
const inFolder = (name: string) => join(folder, name);
const data = async (dir: string) =>
	(await readdir(dir)).filter((name) => !name.startsWith("lock."));

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "backup-"));
	server = await startServer({ dataDir: inFolder("data") });
	member = await createMember(server.url);
	await member.analyze(SAMPLE_FACT.url);
	voted_on = (await member.finished(id)).statements[0]?.id ?? "";
	await member.put(`/api/statements/${voted_on}/vote`, { vote_type: "upvote" });
	before = await member.report(id);
}, LONG_MS);
afterAll(async () => {
	await server?.stop();
	await rm(folder, { recursive: true, force: true });
});

describe("data folder backup", () => {
	const file = () => inFolder("backup.tgz");

	it(
		"is made while the server runs, and restores results, votes and accounts",
		async () => {
			const visitor = createClient(server.url);
			const answers: number[] = [];
			let copying = true;
			const asking = (async () => {
				while (copying) answers.push((await visitor.get("/api/stats")).status);
			})();
			const counted = await backUpData(inFolder("data"), file());
			copying = false;
			await asking;
			expect(counted).toEqual({ videos: 1, members: 1, votes: 1 });
			expect(answers.length).toBeGreaterThan(0);
			expect(answers.filter((status) => status !== 200)).toEqual([]);
			// Later changes are not part of the backup.
			await member.delete(`/api/statements/${voted_on}/vote`);
			await server.stop();

			const elsewhere = inFolder("restored");
			expect(await restoreData(file(), elsewhere)).toMatchObject(counted);
			server = await startServer({ dataDir: elsewhere });
			const reader = createClient(server.url, member.cookie());
			const after = await reader.report(id);
			expect(after).toEqual(before);
			const mine = await reader.get<MyVotes>(`/api/videos/${id}/my-votes`);
			expect(mine.body.votes).toEqual({ [voted_on]: "upvote" });
			const { email } = (await reader.get<{ email: string }>("/api/me")).body;
			const again = await createClient(server.url).post("/api/auth/sign-in", {
				email,
				password: "correct horse battery",
			});
			expect(again.status).toBe(200);
			expect(await readdir(folder)).toEqual(["backup.tgz", "data", "restored"]);
		},
		LONG_MS,
	);

	it("does not overwrite data, a running server's folder or another backup", async () => {
		await expect(restoreData(file(), inFolder("data"))).rejects.toThrow("holds data");
		await expect(restoreData(file(), inFolder("restored"))).rejects.toThrow("Another server");
		await expect(backUpData(inFolder("data"), file())).rejects.toThrow("is there already");
		await expect(backUpData(inFolder("nothing"), inFolder("x.tgz"))).rejects.toThrow(
			"There is no data",
		);
	});

	it(
		"can be made from a stopped server's data, and is rejected if damaged",
		async () => {
			const stopped = inFolder("new folder/of a day/stopped.tgz");
			expect(await backUpData(inFolder("data"), stopped)).toEqual({
				videos: 1,
				members: 1,
				votes: 0,
			});
			const bytes = await readFile(stopped);
			const torn = inFolder("torn.tgz");
			const empty = inFolder("empty");
			for (const content of [bytes.subarray(0, bytes.length / 2), "no archive"]) {
				await writeFile(torn, content);
				await expect(restoreData(torn, empty)).rejects.toThrow(
					/torn\.tgz cannot be unpacked: it was cut off, or it is not a backup\. Copy it again/,
				);
				expect(await data(empty)).toEqual([]);
			}
		},
		LONG_MS,
	);

	it("uses the configured data folder, or the database in LIBSQL_URL", () => {
		expect(dataPlace({ DATA_DIR: folder })).toEqual({ data_dir: folder });
		const place = dataPlace({ LIBSQL_URL: "http://127.0.0.1:8080" });
		if (!("libsql" in place)) throw new Error("It takes the folder");
		expect(place.libsql.protocol).toBe("http");
		place.libsql.close();
	});
});
