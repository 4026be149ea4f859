import { Parser } from "htmlparser2";
import * as z from "zod";
import { gravestNotice, type PageNotice } from "#contract/verdicts.ts";
import { cutAtWord, visibleText } from "#text/clean.ts";
import { parseInPieces } from "#text/parse-in-pieces.ts";
import { addressWith, askApi, askJsonApi } from "./ask-api.ts";
import type { EvidenceSource, Hit, HitOutcome, SourceContext } from "./evidence-source.ts";
import { readDoi } from "./paper-doi.ts";
import { MAX_TITLE_CHARS, readHtml } from "./read-html.ts";
import { retractionSign } from "./retraction-signs.ts";
import { readDay } from "./written-day.ts";

const PAGES_URL = "https://pubmed.ncbi.nlm.nih.gov";
const PAPER = /^https:\/\/pubmed\.ncbi\.nlm\.nih\.gov\/(\d{1,10})\/$/;
const TOOL = "bs-detector";
const MAX_PAPERS = 3;
/** PubMed returns papers that contain all words, so more words find fewer papers. */
const MAX_TERMS = 6;

/** https://www.ncbi.nlm.nih.gov/books/NBK25499/#chapter4.ESearch */
const Found = z.object({
	esearchresult: z.object({ idlist: z.array(z.string().regex(/^\d{1,10}$/)) }),
});

/** Searches abstracts of health papers. PubMed allows three requests a second. */
export function createPubMed(base_url: string): EvidenceSource {
	const apiOf = (
		tool: string,
		parameters: Record<string, string>,
		email: string | null,
	): string => {
		const all = { db: "pubmed", ...parameters, tool: TOOL };
		const query = email ? { ...all, email } : all;
		return addressWith(`${base_url.replace(/\/$/, "")}/${tool}.fcgi`, query);
	};

	async function openPaper(
		paper_of: { id: string; url: string },
		context: SourceContext,
	): Promise<HitOutcome> {
		const parameters = { id: paper_of.id, retmode: "xml" };
		const url = apiOf("efetch", parameters, context.contact_email);
		const answer = await askApi("pubmed", { url }, context, context.page_time);
		if (!answer.ok) return answer;
		const paper = readPaper(answer.answer);
		if (paper === null) return { ok: false, reason: "bad_answer", status: null };
		const { title, published_at, lines, notice, doi } = paper;
		const paragraphs = [title, ...lines].map((line) => `<p>${line}</p>`).join("\n");
		const named = visibleText(readHtml(title).text);
		return {
			ok: true,
			page: {
				final_url: paper_of.url,
				content_type: "text/html; charset=utf-8",
				bytes: new TextEncoder().encode(`<html lang="en">${paragraphs}`),
			},
			api: {
				title: cutAtWord(named, MAX_TITLE_CHARS),
				published_at,
				language: "en",
				notice,
				doi,
				is_source_text: true,
			},
		};
	}

	return {
		id: "pubmed",
		asks: "neutral",
		covers: ({ kind }) => kind === "health" || kind === "science",

		async search(query, context) {
			const term = query.neutral.split(" ").slice(0, MAX_TERMS).join(" ");
			const parameters = { term, retmode: "json", sort: "relevance", retmax: String(MAX_PAPERS) };
			const url = apiOf("esearch", parameters, context.contact_email);
			const found = await askJsonApi("pubmed", { url }, Found, context);
			if (!found.ok) return found;
			const hits = found.answer.esearchresult.idlist
				.slice(0, MAX_PAPERS)
				.map(
					(id): Hit => ({
						source: "pubmed",
						title: "",
						language: "en",
						as_of: null,
						key: id,
						url: `${PAGES_URL}/${id}/`,
						review: null,
					}),
				);
			return { ok: true, hits };
		},

		open: ({ key, url }, context) => openPaper({ id: key, url }, context),

		reopen({ final_url: url }, _version, context) {
			const id = PAPER.exec(url)?.[1];
			return id === undefined ? null : openPaper({ id, url }, context);
		},
	};
}

/** The fields of a paper's record that are used. Its texts are HTML with the record's own markup. */
export type Paper = {
	title: string;
	/**
	 * YYYY-MM-DD of the electronic publication, otherwise of the PubMed entry; null if neither date
	 * is complete.
	 */
	published_at: string | null;
	/** The abstract, one line per section, with the section's label. */
	lines: string[];
	/** The gravest that its publication types, the records that correct it, and its title tell. */
	notice: PageNotice | null;
	doi: string | null;
};

/** https://www.nlm.nih.gov/mesh/pubtypes.html */
const TYPES: ReadonlyMap<string, PageNotice> = new Map([
	["Retracted Publication", "retracted"],
	["Retraction of Publication", "retraction_notice"],
	["Retraction Notice", "retraction_notice"],
	["Preprint", "preprint"],
]);
/** By what a record that corrects this one is to it: `RefType` in the record's description. */
const CORRECTED_BY: ReadonlyMap<string, PageNotice> = new Map([
	["RetractionIn", "retracted"],
	["PartialRetractionIn", "retracted"],
	["RetractedandRepublishedIn", "retracted"],
	["RetractionOf", "retraction_notice"],
	["ExpressionOfConcernIn", "expression_of_concern"],
	["ErratumIn", "corrected"],
	["CorrectedandRepublishedIn", "corrected"],
]);

/** Raised and lowered text and formulas, which read otherwise than the letters in them. */
const KEPT_MARKUP =
	/^(?:su[bp]|(?:mml:|m:)?m[a-z]{1,12}|(?:mml:|m:)?(?:annotation|semantics).{0,4})$/;
const MAX_PARTS = 40;
const MAX_FIELD_CHARS = 300;
/** A record nests ten levels deep; markup in an abstract adds two or three. */
const MAX_DEPTH = 64;
const DATE_PARTS = ["Year", "Month", "Day"];
type Dates = Map<string, string>;

/** Collects the first paper of an efetch answer. */
class PaperCollector {
	title = "";
	readonly lines: string[] = [];
	/** Keyed by the dated object and the date's part, for example "article Year". */
	readonly dates: Dates = new Map();
	readonly notices: PageNotice[] = [];
	doi: string | null = null;
	stopped = false;
	/** Whether a later version of it has a record: of a preprint, the final form. */
	has_update = false;
	/** The text of the field that is being read, of those that are short; null outside of one. */
	#field: string | null = null;
	readonly #open: string[] = [];
	#into: "title" | "abstract" | null = null;
	#dated: string | null = null;

	onopentag(name: string, attributes: Record<string, string>): void {
		if (this.stopped) return;
		this.#open.push(name);
		if (this.#open.length > MAX_DEPTH) this.stopped = true;
		switch (name) {
			case "ArticleTitle":
				this.#into = "title";
				break;
			case "AbstractText":
				this.#openPart(attributes.Label);
				break;
			case "ArticleDate":
				this.#dated = "article";
				break;
			case "PubMedPubDate":
				this.#dated = attributes.PubStatus ?? null;
				break;
			case "PublicationType":
				this.#field = "";
				break;
			case "ArticleId":
			case "ELocationID":
				if ((attributes.IdType ?? attributes.EIdType) === "doi" && !this.#isReference())
					this.#field = "";
				break;
			case "CommentsCorrections":
				this.#readLink(attributes.RefType ?? "");
				break;
			default:
				if (KEPT_MARKUP.test(name)) this.#add(`<${name}>`);
		}
	}

	/** The papers that it cites have identifiers too. */
	#isReference(): boolean {
		return this.#open.includes("Reference");
	}

	#readLink(type: string): void {
		const notice = CORRECTED_BY.get(type);
		if (notice && this.notices.length < MAX_PARTS) this.notices.push(notice);
		if (type === "UpdateIn") this.has_update = true;
	}

	#readField(name: string): void {
		const text = this.#field?.trim() ?? "";
		this.#field = null;
		if (name !== "PublicationType") this.doi ??= readDoi(text);
		else if (this.notices.length < MAX_PARTS) this.notices.push(...[TYPES.get(text) ?? []].flat());
	}

	#openPart(label: string | undefined): void {
		if (this.lines.length >= MAX_PARTS) return;
		this.#into = "abstract";
		this.lines.push(label ? `${escapeText(label)}: ` : "");
	}

	ontext(text: string): void {
		const name = this.#open.at(-1) ?? "";
		if (this.stopped) return;
		if (this.#field !== null) this.#field = (this.#field + text).slice(0, MAX_FIELD_CHARS);
		else if (this.#dated && DATE_PARTS.includes(name))
			this.dates.set(`${this.#dated} ${name}`, text.slice(0, 10));
		else this.#add(escapeText(text));
	}

	#add(markup: string): void {
		if (this.#into === "title") this.title += markup;
		else if (this.#into === "abstract") this.lines.push((this.lines.pop() ?? "") + markup);
	}

	onclosetag(name: string): void {
		if (this.stopped) return;
		this.#open.pop();
		if (this.#field !== null) this.#readField(name);
		if (name === "ArticleTitle" || name === "AbstractText") this.#into = null;
		if (name === "ArticleDate" || name === "PubMedPubDate") this.#dated = null;
		if (name === "PubmedArticle") this.stopped = true;
		else if (KEPT_MARKUP.test(name)) this.#add(`</${name}>`);
	}
}

/**
 * The first paper of an efetch answer; null if it has no abstract.
 * https://www.nlm.nih.gov/bsd/licensee/elements_descriptions.html
 */
export function readPaper(xml: string): Paper | null {
	const collector = new PaperCollector();
	const parser = new Parser(
		{
			onopentag: (name, attributes) => collector.onopentag(name, attributes),
			onclosetag: (name) => collector.onclosetag(name),
			ontext: (text) => collector.ontext(text),
		},
		{ xmlMode: true },
	);
	parseInPieces(parser, xml, () => collector.stopped);
	const { dates, lines, doi, has_update } = collector;
	const title = collector.title.trim();
	if (title === "" || lines.length === 0) return null;
	const published_at = dayOf("article", dates) ?? dayOf("entrez", dates) ?? dayOf("pubmed", dates);
	const told = gravestNotice([...collector.notices, retractionSign(visibleText(title))]);
	const notice = told === "preprint" && has_update ? "preprint_published" : told;
	return { title, published_at, lines, notice, doi };
}

function escapeText(text: string): string {
	return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

/** A month without a day is not a complete date. */
function dayOf(dated: string, dates: Dates): string | null {
	const parts = DATE_PARTS.map((part) => dates.get(`${dated} ${part}`) ?? "");
	if (!parts.every((part) => /^\d{1,4}$/.test(part))) return null;
	return readDay(parts.join("-"));
}
