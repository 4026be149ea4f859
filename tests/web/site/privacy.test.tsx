import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cleanup, render, screen, within } from "@testing-library/react";
import { SWRConfig } from "swr";
import { afterEach, describe, expect, it, vi } from "vitest";
import { fakeApi } from "#tests/web/support/fake-api.ts";
import { sampleHealth } from "#tests/web/support/sample-member.ts";
import { fetchJson } from "#web/api/request.ts";
import { sharedSections } from "#web/features/site/pages/privacy-page.tsx";

const ROOT = join(import.meta.dirname, "../../..");

/** The name on the privacy page of everything that the browser stores. */
const COOKIES: Record<string, string> = {
	session: "Session",
	"sign-up": "Sign-up",
	"known-browser": "Known browser",
	seen: "Last write",
	"google-sign-in": "Google sign-in",
	"google-identity": "Google address to confirm",
};
const STORED: Record<string, string> = {
	theme: "Theme",
	shortcuts: "Shortcuts",
	"reads-without-account": "Reading",
	"signed-in-before": "Signed in before",
	"running-analyses": "Running analyses",
	"kept-link": "Your link",
	"opened-channels": "Opened channels",
};

/** The source files of a folder. */
function codeIn(folder: string): string[] {
	return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
		.filter((file) => /\.(?:tsx?|js)$/.test(file))
		.map((file) => readFileSync(join(ROOT, folder, file), "utf8"));
}

function find(code: string, pattern: RegExp): string[] {
	return [...code.matchAll(pattern)].map(([, found = ""]) => found);
}

/** The names under which the app stores something. */
function storedNames(): Set<string> {
	const files = codeIn("web").filter((code) =>
		/localStorage|sessionStorage|indexedDB|document\.cookie|cookieStore|caches\./.test(code),
	);
	return new Set(
		files.flatMap((code) => {
			const keys = find(code, /torage\??\.[gs]etItem\(([^,)]+)/g);
			expect(keys, code).not.toEqual([]);
			const [constant] = find(code, /const KEY = "([^"]+)"/g);
			const marks = find(code, /type Mark = ([^;]+)/g).flatMap((all) => find(all, /"([^"]+)"/g));
			return keys.flatMap((key) => {
				if (key === "key") return marks;
				return key === "KEY" ? constant : key.replaceAll('"', "");
			});
		}),
	) as Set<string>;
}

/** The names of the cookies that the server sets. */
function cookieNames(): string[] {
	const files = codeIn("worker").filter((code) => code.includes("setCookie("));
	expect(files).toHaveLength(4);
	return files.flatMap((code) => [
		...find(code, /"__Secure-[^"]+" : "([^"]+)"/g),
		...find(code, /"__Host-([^"]+)"/g),
		...find(code, /type Kept = ([^;]+)/g).flatMap((kept) => find(kept, /"([^"]+)"/g)),
	]);
}

afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

describe("privacy page", () => {
	it("lists everything that the code stores in the browser", () => {
		fakeApi({});
		const section = sharedSections.find(({ id }) => id === "cookies");
		render(<section aria-label="stored">{section?.body}</section>);
		const shown = within(screen.getByLabelText("stored"))
			.getAllByRole("term")
			.map((term) => term.textContent);
		expect([...storedNames()].sort()).toEqual(Object.keys(STORED).sort());
		expect(cookieNames().sort()).toEqual(Object.keys(COOKIES).sort());
		expect(shown).toEqual([...Object.values(COOKIES), ...Object.values(STORED)]);
	});

	it("names no recipient of statements or searches in demo mode", async () => {
		fakeApi({
			"/api/health": () => ({
				body: sampleHealth({ mode: "demo", evidence_sources: ["samples"] }),
			}),
		});
		const section = sharedSections.find(({ id }) => id === "providers");
		render(
			<SWRConfig value={{ fetcher: fetchJson, provider: () => new Map() }}>
				<section aria-label="recipients">{section?.body}</section>
			</SWRConfig>,
		);
		await screen.findByText("Nothing: in demo mode, none is asked.");
		const text = screen.getByLabelText("recipients").textContent;
		expect(text).toContain("searches only the sample pages of this site");
		expect(text).not.toMatch(/gets the transcript|in the same way/);
	});

	it("says who fetches a member's picture", () => {
		fakeApi({});
		const section = sharedSections.find(({ id }) => id === "providers");
		render(<section aria-label="recipients">{section?.body}</section>);
		expect(screen.getByLabelText("recipients").textContent).toContain(
			"Our server, not your browser, fetches your picture",
		);
	});
});
