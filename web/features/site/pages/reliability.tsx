import { CALIBRATION, type FittedCurve, shareRight } from "#contract/confidence.ts";

/** Fewer verdicts in a point would show chance. */
const LEAST_IN_POINT = 10;

type Point = { promised: number; right: number; n: number };

/** Verdicts of neighbouring confidence together, at least ten a point: what was promised, what was right. */
export function reliabilityPoints(curve: FittedCurve): Point[] {
	const points: Point[] = [];
	let open: Point = { promised: 0, right: 0, n: 0 };
	for (const [said = 0, n = 0, right = 0] of curve.answers) {
		open = {
			promised: open.promised + n * shareRight(curve, said),
			right: open.right + right,
			n: open.n + n,
		};
		if (open.n < LEAST_IN_POINT) continue;
		points.push(open);
		open = { promised: 0, right: 0, n: 0 };
	}
	// Too few for a point of their own go with the last one.
	const last = points.pop();
	const rest = last
		? {
				promised: last.promised + open.promised,
				right: last.right + open.right,
				n: last.n + open.n,
			}
		: open;
	return [...points, rest].map(({ promised, right, n }) => ({
		promised: promised / n,
		right: right / n,
		n,
	}));
}

const SIZE = 200;
const place = (share: number) => SIZE * share;

/** What was promised, from left to right, and what was right, upwards; on the line both are equal. */
function Diagram({ points, label }: { points: readonly Point[]; label: string }) {
	return (
		<svg
			viewBox={`-34 -8 ${SIZE + 46} ${SIZE + 46}`}
			className="w-full max-w-80 text-ink"
			role="img"
			aria-label={label}
		>
			<path d={`M0 0V${SIZE}H${SIZE}`} className="fill-none stroke-rule" strokeWidth="1" />
			<path d={`M0 ${SIZE}L${SIZE} 0`} className="fill-none stroke-rule" strokeDasharray="4 4" />
			{[0, 50, 100].map((tick) => (
				<g key={tick} className="fill-muted text-[11px]" direction="ltr">
					<text x={place(tick / 100)} y={SIZE + 16} textAnchor="middle">
						{tick}%
					</text>
					<text x="-6" y={SIZE - place(tick / 100) + 4} textAnchor="end">
						{tick}%
					</text>
				</g>
			))}
			<text x={SIZE / 2} y={SIZE + 33} textAnchor="middle" className="fill-ink text-[12px]">
				confidence
			</text>
			<text x="6" y="8" className="fill-ink text-[12px]">
				right
			</text>
			{points.map(({ promised, right, n }) => (
				<circle
					key={promised}
					cx={place(promised)}
					cy={SIZE - place(right)}
					r={2.5 + Math.sqrt(n)}
					className="fill-none stroke-current"
					strokeWidth="2"
				/>
			))}
		</svg>
	);
}

const { open_web, not_read } = CALIBRATION.curves;

const NAMES: Record<string, string> = {
	open_web: "Pages that a search found (used)",
	not_read: "Without a second reading (used)",
	named_page: "One page named for each statement",
	all: "All of them",
};

const cell = "border-b border-line py-2 pr-2 text-left align-top font-normal tabular-nums sm:pr-4";
const head = "border-b border-ink py-2 pr-1 text-left align-bottom text-xs sm:pr-4 sm:text-sm";

const asPercent = (share: number) => `${Math.round(100 * share)}%`;

/** What the number called confidence has been worth. */
export function Reliability() {
	const points = reliabilityPoints(open_web);
	const said = points.map(
		({ promised, right, n }) => `${asPercent(promised)}: ${asPercent(right)} of ${n} right`,
	);
	return (
		<>
			<p>
				A confidence is the share of test verdicts like it that were right. {open_web.n} verdicts on
				pages of the open web were tested, of which {open_web.right} were right ({CALIBRATION.model}
				, questions of {CALIBRATION.asked_on}). Each circle is at least {LEAST_IN_POINT} of them;
				the larger, the more. On the dashed line, confidence says what it says.
			</p>
			<Diagram
				points={points}
				label={`Confidence and share of right verdicts. ${said.join("; ")}.`}
			/>
			<table className="w-full border-t-2 border-ink">
				<caption className="sr-only">
					How well confidence was calibrated, by kind of evidence
				</caption>
				<thead>
					<tr>
						{["Evidence", "Error (ECE)", "By chance alone"].map((name) => (
							<th key={name} scope="col" className={head}>
								{name}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{Object.entries({ open_web, not_read, ...CALIBRATION.compared }).map(
						([name, { n, right, figures }]) => (
							<tr key={name}>
								<th scope="row" className={cell}>
									{NAMES[name] ?? name}
									<span className="block text-sm text-muted">
										{right} of {n} right
									</span>
								</th>
								<td className={cell}>
									{figures.ece}
									<span className="block text-sm text-muted">
										{figures.ece_low}–{figures.ece_high}
									</span>
								</td>
								<td className={cell}>
									{figures.perfect_ece}
									<span className="block text-sm text-muted">up to {figures.perfect_ece_high}</span>
								</td>
							</tr>
						),
					)}
				</tbody>
			</table>
			<p>
				The error is measured with verdicts that the curve had not seen, in ten folds drawn twenty
				times (mean, least and most). “By chance alone” is the error that a perfect curve has with
				so few verdicts (median, and in 95 of 100 cases at most): a smaller error is no skill.
				Another model is not as sure as this one; an operator can measure the curve again.
			</p>
		</>
	);
}
