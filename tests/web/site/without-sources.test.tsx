import { cleanup, screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Health } from "#contract/site.ts";
import { fakeApi } from "#tests/web/support/fake-api.ts";
import { openPage } from "#tests/web/support/open-page.tsx";
import { sampleHealth, shellAnswers } from "#tests/web/support/sample-member.ts";
import { HowItWorks } from "#web/features/site/home/home-sections.tsx";
import { AboutPage } from "#web/features/site/pages/about-page.tsx";
import { HowItWorksPage } from "#web/features/site/pages/how-it-works-page.tsx";
import { PrivacyPage } from "#web/features/site/pages/privacy-page.tsx";

afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

function open(page: ReactElement, change: Partial<Health>): void {
	fakeApi({ ...shellAnswers(null), "/api/health": () => ({ body: sampleHealth(change) }) });
	openPage(page, "/");
}

const PAGES: [name: string, page: ReactElement, searches: RegExp][] = [
	["the home page's steps", <HowItWorks key="1" />, /We search for pages/],
	["How It Works", <HowItWorksPage key="2" />, /For each statement we search/],
	["About", <AboutPage key="3" />, /We search for pages/],
	["Privacy", <PrivacyPage key="4" />, /Our server sends search words/],
];

describe("texts about sources", () => {
	it.each(PAGES)("%s says that pages are searched", async (_, page, text) => {
		open(page, {});
		expect(await screen.findByText(text)).toBeTruthy();
		expect(screen.queryByText(/does not search for sources/)).toBeNull();
	});

	it.each(PAGES)("%s says that a site without sources searches nothing", async (_, page, text) => {
		open(page, { evidence_sources: [] });
		expect((await screen.findAllByText(/does not search for sources/)).length).toBeGreaterThan(0);
		expect(screen.queryByText(text)).toBeNull();
		expect(document.body.textContent).not.toMatch(
			/passages|found the quote|quote is on its page|checks each quote/i,
		);
	});

	it("How It Works names the sources that this site searches", async () => {
		open(<HowItWorksPage />, { evidence_sources: ["wikipedia"] });
		expect(await screen.findByText(/we search Wikipedia\. We open/)).toBeTruthy();
	});
});
