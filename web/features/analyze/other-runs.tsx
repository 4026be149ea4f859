import { useLiveVideo } from "#web/api/live-video.ts";

/** The other running analyses; a press shows that one. */
export function OtherRuns({
	ids,
	onShow,
}: {
	ids: readonly string[];
	onShow: (id: string) => void;
}) {
	if (ids.length === 0) return null;
	return (
		<section
			aria-labelledby="other-runs"
			className="mt-5 flex flex-col border-t border-line pt-4"
		>
			<h3 id="other-runs" className="eyebrow">
				Also running
			</h3>
			<ul className="flex flex-col">
				{ids.map((id) => (
					<li key={id} className="border-b border-line last:border-b-0">
						<OtherRun id={id} onShow={() => onShow(id)} />
					</li>
				))}
			</ul>
		</section>
	);
}

function OtherRun({ id, onShow }: { id: string; onShow: () => void }) {
	const { report } = useLiveVideo(id);
	return (
		<button
			type="button"
			onClick={onShow}
			className="flex min-h-11 w-full items-center justify-between gap-4 text-left hover:bg-sunken"
		>
			<span className="truncate font-serif">
				{report?.video.title || "Another video"}
			</span>
			<span className="text-sm font-semibold">
				{(report?.analysis?.progress ?? 0).toFixed(1)}%
			</span>
		</button>
	);
}
