import { cleanup, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Health } from "#contract/site.ts";
import { fakeApi } from "#tests/web/support/fake-api.ts";
import { openPage } from "#tests/web/support/open-page.tsx";
import { sampleHealth } from "#tests/web/support/sample-member.ts";
import { HomePage } from "#web/features/site/home/home-page.tsx";

function openHome(mode: Health["mode"]) {
	fakeApi({
		"/api/auth/session": () => ({ body: { user: null, providers: { google: false } } }),
		"/api/health": () => ({ body: sampleHealth({ mode }) }),
		"/api/samples": () => ({ body: { samples: [] } }),
		"/api/videos/recent": () => ({ body: { videos: [] } }),
	});
	openPage(<HomePage />, "/");
}

afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

const BY_MODELS =
	"Paste a YouTube link. AI models rate the statements that matter most from 0 (factual) to 100 (false), and show you why.";

describe("introduction of the home page", () => {
	it("says in demo mode what a site without a model gives", async () => {
		openHome("demo");
		expect(
			await screen.findByText(/Paste a YouTube link.*what Wikipedia and PubMed say/),
		).toBeTruthy();
		expect(screen.queryByText(/AI models rate/)).toBeNull();
	});

	it("says on a site with AI models that they rate", async () => {
		openHome("live");
		expect(await screen.findByText(BY_MODELS)).toBeTruthy();
	});
});
