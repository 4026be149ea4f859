import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
	KNOWN_VARIABLES,
	mergeEnvironment,
	missingContact,
	readEnvFile,
	unknownNames,
	workerVariables,
} from "#scripts/server/environment.ts";
import { parseVariables } from "#worker/env.ts";

describe("mergeEnvironment", () => {
	it("reads names, values, comments and quotes", () => {
		const file = [
			"# a comment",
			"PORT=9000 # behind a value",
			'OPENAI_MODEL="a model # with a hash"',
			"export LIMIT_VOTES=5",
			"",
			"OPENAI_BASE_URL=http://localhost:1/v1?a=b",
		].join("\n");
		expect(mergeEnvironment(file, {})).toEqual({
			PORT: "9000",
			OPENAI_MODEL: "a model # with a hash",
			LIMIT_VOTES: "5",
			OPENAI_BASE_URL: "http://localhost:1/v1?a=b",
		});
	});

	it("prefers the process environment to the file", () => {
		expect(mergeEnvironment("PORT=1\nHOST=a", { PORT: "2" })).toEqual({ PORT: "2", HOST: "a" });
	});

	it("treats empty variables as unset, and lets the process unset one from the file", () => {
		expect(mergeEnvironment("PORT=\nHOST=a", { HOST: "" })).toEqual({});
	});

	it("keeps an empty variable that turns something off, to the worker", () => {
		for (const environment of [
			mergeEnvironment("CROSSREF_BASE_URL=", {}),
			mergeEnvironment("CROSSREF_BASE_URL=https://a.org", { CROSSREF_BASE_URL: "" }),
		])
			expect(parseVariables(workerVariables(environment))).toMatchObject({
				ok: true,
				settings: { CROSSREF_BASE_URL: null },
			});
	});

	it("accepts Windows line endings", () => {
		expect(mergeEnvironment("PORT=1\r\nHOST=a\r\n", {})).toEqual({ PORT: "1", HOST: "a" });
	});
});

describe("unknownNames", () => {
	it("lists unknown names in an .env file", () => {
		expect(unknownNames("PORT=1\nFOO=1\nOPEN_AI_KEY=x", {}, KNOWN_VARIABLES)).toEqual([
			".env sets FOO, which is not a known setting.",
			".env sets OPEN_AI_KEY, which is not a known setting. Did you mean OPENAI_API_KEY?",
		]);
	});

	it("lists names in the environment that have one typing mistake, not those of other programs", () => {
		const environment = {
			LIMIT_VOTE: "5",
			OPENAI_APIKEY: "x",
			PATH: "/bin",
			HOME: "/root",
			PORTS: "1",
			XDG_DATA_DIRS: "/usr",
			OPENAI_ORG_ID: "x",
			GOOGLE_APPLICATION_CREDENTIALS: "x",
		};
		expect(unknownNames("", environment, KNOWN_VARIABLES)).toEqual([
			"The environment sets LIMIT_VOTE, which is not a known setting. Did you mean LIMIT_VOTES?",
			"The environment sets OPENAI_APIKEY, which is not a known setting. Did you mean OPENAI_API_KEY?",
		]);
	});
});

describe("names of providers' keys", () => {
	it.each([
		["OPENAI_KEY", "OPENAI_API_KEY"],
		["OPENAI_TOKEN", "OPENAI_API_KEY"],
		["CHATGPT_API_KEY", "OPENAI_API_KEY"],
		["CLAUDE_API_KEY", "ANTHROPIC_API_KEY"],
		["CLAUDE_KEY", "ANTHROPIC_API_KEY"],
		["ANTHROPIC_KEY", "ANTHROPIC_API_KEY"],
		["GOOGLE_API_KEY", "GEMINI_API_KEY"],
		["GOOGLE_GENERATIVE_AI_API_KEY", "GEMINI_API_KEY"],
		["GEMINI_KEY", "GEMINI_API_KEY"],
		["YOUTUBE_KEY", "YOUTUBE_API_KEY"],
		["BRAVE_SEARCH_API_KEY", "BRAVE_API_KEY"],
	])("%s means %s, in the environment and in the file", (name, meant) => {
		const sentence = `sets ${name}, which is not a known setting. Did you mean ${meant}?`;
		expect(unknownNames("", { [name]: "x" }, KNOWN_VARIABLES)).toEqual([
			`The environment ${sentence}`,
		]);
		expect(unknownNames(`${name}=x`, {}, KNOWN_VARIABLES)).toEqual([`.env ${sentence}`]);
		expect(unknownNames(`${meant}=x`, { [name]: "x" }, KNOWN_VARIABLES)).toEqual([]);
	});

	it.each(["GITHUB_TOKEN", "AWS_SECRET_ACCESS_KEY", "GOOGLE_MAPS_API_KEY", "KEY", "NPM_TOKEN"])(
		"%s is another program's",
		(name) => {
			expect(unknownNames("", { [name]: "x" }, KNOWN_VARIABLES)).toEqual([]);
		},
	);
});

describe("readEnvFile", () => {
	it("reads a file that begins with a byte order mark", () => {
		const folder = mkdtempSync(join(tmpdir(), "env-"));
		writeFileSync(join(folder, ".env"), "\uFEFFPORT=9000\r\nHOST=a\r\n");
		const file = readEnvFile(join(folder, ".env"));
		rmSync(folder, { recursive: true });
		expect(mergeEnvironment(file, {})).toEqual({ PORT: "9000", HOST: "a" });
		expect(unknownNames(file, {}, KNOWN_VARIABLES)).toEqual([]);
	});
});

describe("APP_ORIGIN", () => {
	it.each(["https://checks.example", "https://checks.example/", "HTTPS://Checks.Example"])(
		"accepts %s",
		(APP_ORIGIN) => {
			const parsed = parseVariables({ APP_ORIGIN });
			expect(parsed.ok && parsed.settings.APP_ORIGIN).toBe("https://checks.example");
		},
	);

	it.each([
		"https://checks.example/app",
		"https://checks.example/app/",
		"https://checks.example/?a=b",
		"https://checks.example/#a",
		"https://user:pw@checks.example",
	])("refuses %s, and says what to write", (APP_ORIGIN) => {
		expect(() => workerVariables({ APP_ORIGIN })).toThrow(
			"APP_ORIGIN: Must be an address without a path. Write https://checks.example.",
		);
	});
});

describe("missingContact", () => {
	it.each([{}, { EVIDENCE_SOURCES: "pubmed, Wikipedia" }])(
		"warns that Wikipedia is limited without a contact (%j)",
		(env) => {
			expect(missingContact("live", env)).toContain("10 times a minute");
		},
	);

	it.each([
		["live", { CONTACT_EMAIL: "team@checks.example" }],
		["live", { EVIDENCE_SOURCES: "none" }],
		["live", { EVIDENCE_SOURCES: "pubmed" }],
		["demo", {}],
	])("returns null if nothing is missing (%s, %j)", (mode, env) => {
		expect(missingContact(mode, env)).toBeNull();
	});
});

describe("workerVariables", () => {
	it("passes on only the worker's settings", () => {
		const variables = workerVariables({ LIMIT_VOTES: "7", PORT: "1", HOME: "/root" });
		expect(variables.LIMIT_VOTES).toBe("7");
		expect(variables).not.toHaveProperty("PORT");
		expect(variables).not.toHaveProperty("HOME");
	});

	it("names every invalid variable", () => {
		const attempt = () => workerVariables({ LIMIT_VOTES: "many", APP_ORIGIN: "nowhere" });
		expect(attempt).toThrow(
			"APP_ORIGIN: Must be an address such as https://checks.example.\nLIMIT_VOTES: Must be a whole number from 0 to 1000000, such as 20.",
		);
	});
});

describe("EVIDENCE_SOURCES with a typing mistake", () => {
	it("names the source that was probably meant", () => {
		expect(() => workerVariables({ EVIDENCE_SOURCES: "pubmed, wikpedia" })).toThrow(
			/^EVIDENCE_SOURCES: Must be ids separated by commas, .*; or none\. Did you mean wikipedia\?$/,
		);
	});
});

describe("EVIDENCE_SOURCES with sample pages", () => {
	const wanted = { EVIDENCE_SOURCES: "samples" };

	it.each([
		{ OPENAI_API_KEY: "key" },
		{ OPENAI_BASE_URL: "http://localhost:1" },
		{ ANTHROPIC_API_KEY: "key" },
		{ GEMINI_API_KEY: "key" },
	])("is rejected if a provider is set (%j)", (provider) => {
		expect(() => workerVariables({ ...wanted, ...provider })).toThrow(
			"EVIDENCE_SOURCES: Sample pages are searched only in demo mode, but a provider is set. Name other sources, or none.",
		);
	});

	it("is accepted in demo mode", () => {
		expect(workerVariables(wanted).EVIDENCE_SOURCES).toBe("samples");
	});
});

describe(".env.example", () => {
	const example = readFileSync(new URL("../../../.env.example", import.meta.url), "utf8");
	const lines = [...example.matchAll(/^# ([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(
		([, name = "", value = ""]) => [name, value] as const,
	);

	it("lists every known variable exactly once", () => {
		expect(lines.map(([name]) => name).sort()).toEqual([...KNOWN_VARIABLES].sort());
	});

	it("describes each variable", () => {
		const paragraphs = example.split("\n\n");
		for (const [name] of lines) {
			const paragraph = paragraphs.find((text) => text.includes(`# ${name}=`));
			expect(paragraph, name).toMatch(/^# [A-Z][^=]*\n/);
		}
	});

	it("shows the actual defaults", () => {
		const shown = Object.fromEntries(lines);
		const parsed = parseVariables({});
		if (!parsed.ok) throw new Error("an empty environment must do");
		const defaults = Object.entries(parsed.settings).filter(([, value]) => !Array.isArray(value));
		for (const [name, value] of defaults) expect(shown[name], name).toBe(String(value));
	});

	it("sets nothing if copied unchanged", () => {
		expect(mergeEnvironment(example, {})).toEqual({});
	});
});
