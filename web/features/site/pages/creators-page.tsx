import { Link } from "react-router-dom";
import { claimOutlook } from "#contract/claim-outlook.ts";
import { useClaimMethods } from "#web/api/use-site.ts";
import { paths } from "#web/paths.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { FactRows } from "#web/ui/fact-list.tsx";
import { PageHeading, useDocumentTitle } from "#web/ui/page-heading.tsx";

const CLAIM = paths.dashboard({ tab: "owner", view: "claim" });

/** Why and how a creator takes part. */
export function CreatorsPage() {
	useDocumentTitle("For creators");
	const decided = useClaimMethods()?.length !== 0;
	return (
		<div className="page-width flex flex-col gap-14 py-8 sm:py-14">
			<div className="grid items-center gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,1fr)_26rem]">
				<div className="flex flex-col items-start gap-5">
					<PageHeading className="max-w-[22ch] font-serif text-3xl font-semibold tracking-tight sm:text-4xl">
						Was your video checked? Respond where people read it.
					</PageHeading>
					<p className="max-w-[60ch] text-lg text-muted">
						A report shows how AI models judge your words. You know what you meant and what it is
						based on.{" "}
						{decided
							? "Claim your channel, and your response becomes part of its reports."
							: "You can claim your channel, but this site cannot verify channels yet, and only verified owners respond."}
					</p>
					<Link to={CLAIM} className={buttonClass("primary")}>
						Claim Your Channel
					</Link>
				</div>
				<AnswerDrawing />
			</div>
			<section aria-labelledby="how" className="flex flex-col gap-6">
				<h2 id="how" className="font-serif text-2xl font-semibold">
					Three steps
				</h2>
				<CreatorSteps />
			</section>
			<CreatorRights />
		</div>
	);
}

const CLAIM_STEP = {
	title: "Claim your channel",
	text: "Enter the link to your channel or to one of its videos.",
};

const BY_CODE =
	"You get a short code. Paste it into the channel's description on YouTube and press Verify. A code cannot decide every claim.";

const RESPOND_STEP = {
	title: "Respond",
	text: "Respond to a report or to a single statement, under your channel's name. You can change or withdraw your response later. Earlier versions remain readable until you withdraw it.",
};

/**
 * The steps from claiming a channel to responding in its reports, as far as this site supports
 * them.
 */
function CreatorSteps() {
	const methods = useClaimMethods();
	const outlook = methods === undefined ? "" : claimOutlook(methods);
	const proof = {
		title: "Show that it is yours",
		text: methods?.includes("channel_description") ? `${BY_CODE} ${outlook}` : outlook,
	};
	return (
		<ol className="grid gap-8 md:grid-cols-3">
			{[CLAIM_STEP, proof, RESPOND_STEP].map(({ title, text }, index) => (
				<li key={title} className="flex flex-col gap-2 border-t-2 border-ink pt-4">
					<h3 className="font-serif text-lg font-semibold">
						{index + 1}. {title}
					</h3>
					<p className="text-muted">{text}</p>
				</li>
			))}
		</ol>
	);
}

/** What an owner can and cannot do here. */
function CreatorRights() {
	return (
		<section
			aria-labelledby="rights"
			className="grid gap-x-14 gap-y-4 lg:grid-cols-[18rem_minmax(0,1fr)]"
		>
			<div className="flex flex-col items-start gap-3">
				<h2 id="rights" className="font-serif text-2xl font-semibold">
					What it gives you
				</h2>
				<Link to={paths.corrections()} className="py-1 link">
					When a report is wrong
				</Link>
			</div>
			<div>
				<FactRows
					rows={[
						[
							"A voice",
							"Your response appears in the report for everyone. We notify members who analyzed the video or voted on it.",
						],
						[
							"A view",
							"Your dashboard lists your channel's latest analyzed videos, with their scores and the reports you have not responded to.",
						],
						[
							"No say in the score",
							"Nobody can edit or buy a score, not even a channel's owner. If a report is wrong, a fresh analysis corrects it.",
						],
						["No cost", "Claiming a channel and responding are free."],
					]}
				/>
			</div>
		</section>
	);
}

/** A rated statement with the creator's response under it. */
function AnswerDrawing() {
	return (
		<svg viewBox="0 0 416 250" aria-hidden="true" className="h-auto w-full max-w-104" fill="none">
			<path d="M.75.75h330v112h-330z" className="fill-raised stroke-rule" strokeWidth={1.5} />
			<text className="fill-ink font-serif text-[44px]" x={18} y={56}>
				“
			</text>
			<path d="M50 32h244M50 48h176" className="stroke-ink" strokeWidth={6} />
			<path d="M24 84h282" className="stroke-line" strokeWidth={1.5} />
			<path
				d="M24 79v10M108.6 80v8M221.4 80v8M306 79v10"
				className="stroke-rule"
				strokeWidth={1.5}
			/>
			{[120, 164, 206].map((at) => (
				<circle
					key={at}
					cx={at}
					cy={84}
					r={5}
					className="fill-raised stroke-ink"
					strokeWidth={2.5}
				/>
			))}
			<path d="M40 114v58h44" className="stroke-ink" strokeWidth={2} strokeLinejoin="round" />
			<path d="M85 137h330v112h-330z" className="fill-ground stroke-ink" strokeWidth={2} />
			<circle cx={114} cy={168} r={13} className="fill-ink" />
			<path
				d="m108 168 4.5 4.5 8-9"
				className="stroke-ground"
				strokeWidth={2.5}
				strokeLinecap="round"
				strokeLinejoin="round"
			/>
			<path d="M140 168h120" className="stroke-ink" strokeWidth={6} />
			<path d="M102 200h290M102 218h220" className="stroke-rule" strokeWidth={6} />
		</svg>
	);
}
