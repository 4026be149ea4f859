import { Link } from "react-router-dom";
import { paths } from "#web/paths.ts";
import { FactRows } from "#web/ui/fact-list.tsx";
import { useDocumentTitle } from "#web/ui/page-heading.tsx";
import measured from "./accuracy-results.json";
import { Reliability } from "./reliability.tsx";
import { TextPage, type TextSection } from "./text-page.tsx";

const { own, heuristic } = measured;
const { result } = own;

/** The committed results of `npm run eval`. */
export function AccuracyPage() {
	useDocumentTitle("Accuracy");
	return (
		<TextPage
			title="Accuracy"
			lead={
				<p>
					What the number called confidence is worth, measured with a large model's answers; and
					what the program's checks do with {result.statements} statements written to test them,
					without any model. More figures are in <code>docs/accuracy.md</code>.
				</p>
			}
			sections={SECTIONS}
		/>
	);
}

type Estimate = { value: number; low: number; high: number } | null;

function percent(value: number | null): string {
	return value === null ? "–" : `${Math.round(100 * value)}%`;
}

function Figure({ of, share }: { of: Estimate; share: boolean }) {
	if (of === null) return "–";
	const shown = (value: number) => (share ? String(Math.round(100 * value)) : value.toFixed(2));
	const unit = share ? "%" : "";
	return (
		<>
			{shown(of.value)}
			{unit}
			{of.low < of.high && (
				<span className="block text-sm whitespace-nowrap text-muted">
					{shown(of.low)}–{shown(of.high)}
					{unit}
				</span>
			)}
		</>
	);
}

type FigureName = keyof typeof result.figures;

/** Each figure with what it means; a score without a unit is better the lower it is. */
const FIGURES: { of: FigureName; name: string; means: string; score?: true }[] = [
	{ of: "coverage", name: "Coverage", means: "statements that got a verdict, of all" },
	{
		of: "accuracy",
		name: "Accuracy",
		means: "right verdicts, of the statements that can be decided; “unverified” is never right",
	},
	{
		of: "accuracy_checked",
		name: "Accuracy among checked",
		means: "right verdicts, of those given",
	},
	{
		of: "macro_f1",
		name: "Macro-F1",
		means: "precision and recall, every verdict counting the same",
	},
	{
		of: "false_decisive_rate",
		name: "False-decisive rate",
		means: "verdicts on statements that the pages leave open; lower is better",
	},
	{
		of: "interval_hit_rate",
		name: "Interval contains the truth",
		means: "score intervals that reach the right verdict's range",
	},
	{
		of: "aurc",
		name: "AURC",
		means: "errors among the more confident verdicts; lower is better",
		score: true,
	},
	{
		of: "brier",
		name: "Brier score",
		means: "squared distance of confidence from the truth; lower is better",
		score: true,
	},
	{
		of: "ece",
		name: "ECE",
		means: "gap between confidence and accuracy; lower is better",
		score: true,
	},
];

const cell = "border-b border-line py-2 pr-2 text-left align-top font-normal sm:pr-4";
const number = `${cell} tabular-nums`;
const head = "border-b border-ink py-2 pr-1 text-left align-bottom text-xs sm:pr-4 sm:text-sm";

function FigureTable() {
	return (
		<table className="w-full border-t-2 border-ink">
			<caption className="sr-only">
				Figures with the program's checks, and of the raters' words alone
			</caption>
			<thead>
				<tr>
					<th scope="col" className={head}>
						Figure
					</th>
					<th scope="col" className={head}>
						With checks
					</th>
					<th scope="col" className={head}>
						Raters' words alone
					</th>
				</tr>
			</thead>
			<tbody>
				{FIGURES.map(({ of, name, means, score }) => (
					<tr key={of}>
						<th scope="row" className={cell}>
							<span className="font-semibold">{name}</span>
							<span className="block text-sm text-muted">{means}</span>
						</th>
						<td className={number}>
							<Figure of={result.figures[of]} share={!score} />
						</td>
						<td className={number}>
							<Figure of={result.without_checks[of]} share={!score} />
						</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}

function CategoryTable() {
	return (
		<table className="w-full border-t-2 border-ink">
			<caption className="sr-only">Verdicts by kind of statement</caption>
			<thead>
				<tr>
					{["Kind", "Right", "Unverified (rightly)", "Wrong"].map((name) => (
						<th key={name} scope="col" className={head}>
							{name}
						</th>
					))}
				</tr>
			</thead>
			<tbody>
				{result.categories.map((it) => (
					<tr key={it.category}>
						<th scope="row" className={`${cell} first-letter:uppercase`}>
							{it.category}
						</th>
						<td className={number}>{it.right}</td>
						<td className={number}>
							{it.unverified} ({it.rightly_unverified})
						</td>
						<td className={number}>{it.wrong}</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}

const SECTIONS: TextSection[] = [
	{ id: "confidence", title: "What confidence is worth", body: <Reliability /> },
	{
		id: "measured",
		title: "The program's checks",
		body: (
			<>
				<p>
					The statements and their pages are about places, people and products that do not exist.
					For each statement, three scripted raters answer in the wire formats of OpenAI, Claude and
					Gemini: some right, some wrong, some with quotes that are on no page, some obeying an
					instruction hidden in a page. Everything else is the product: search, reading, passages,
					quote check, dates, independence and verdict.
				</p>
				<FactRows
					rows={[
						["As the rules require", `${own.as_ruled} of ${result.statements} verdicts`],
						["Quotes found on a page", percent(result.quote_found_rate)],
						[
							"Most common verdict",
							`always answering “${result.majority.verdict}” would be right for ${percent(result.majority.accuracy)}`,
						],
					]}
				/>
			</>
		),
	},
	{
		id: "results",
		title: "Results",
		body: (
			<>
				<p>
					“Raters' words alone” is what most raters say, whether their quotes were found or not: the
					difference is what the checks do. The confidence of scripted raters means nothing, so ECE
					says nothing here. Below each figure is its 95% bootstrap interval, if the samples differ.
				</p>
				<FigureTable />
			</>
		),
	},
	{
		id: "kinds",
		title: "By kind of statement",
		body: (
			<>
				<p>
					Leaving a statement unverified is right if its pages do not settle it; accuracy does not
					count it. Some statements are here because the rules cannot get them right: all raters are
					wrong and quote a page that is wrong, or a page has no date.
				</p>
				<CategoryTable />
			</>
		),
	},
	{
		id: "choice",
		title: "Which statements are checked",
		body: (
			<>
				<p>
					Without an AI model, sentences are picked by signs such as numbers and studies.{" "}
					{heuristic.sentences} sentences were written and labeled for this project, and{" "}
					{heuristic.worthy} of them are worth checking. The results of the rule:
				</p>
				<FactRows
					rows={[
						[
							"Precision",
							`${percent(heuristic.precision)} of ${heuristic.chosen} picked sentences are worth checking`,
						],
						["Recall", `${percent(heuristic.recall)} of those worth checking are picked`],
						[
							"Spread over the video",
							`something is picked in ${percent(heuristic.thirds_covered)} of the thirds with a sentence worth checking`,
						],
					]}
				/>
				<p>What a model picks has not been measured here.</p>
			</>
		),
	},
	{
		id: "limits",
		title: "What this does not show",
		body: (
			<ul className="list-disc pl-5">
				<li>
					How often a report is right. The raters' answers were written by the authors of the rules;
					real models make other mistakes.
				</li>
				<li>
					How good the search is. Each statement comes with its own pages; on the web, the right
					page may not be found.
				</li>
				<li>How well it works in other languages. All statements and pages are in English.</li>
				<li>Small differences. The set is small, so the intervals are wide.</li>
			</ul>
		),
	},
	{
		id: "repeat",
		title: "Repeat it",
		body: (
			<>
				<p>
					In the program's source code, <code>npm run eval</code> computes these figures again; a
					test fails if they differ from this page. With a key,{" "}
					<code>npm run eval -- --set own --panel openai</code> measures a real model, and{" "}
					<code>--set fm2</code> or <code>--set wice</code> measures it on public sets.{" "}
					<code>--record</code> keeps the answers, and <code>--replay</code> repeats a run without a
					call.
				</p>
				<p>
					<code>docs/accuracy.md</code> defines every figure with its formula.{" "}
					<Link to={paths.howItWorks()}>How it works</Link> shows each step of an analysis.
				</p>
			</>
		),
	},
];
