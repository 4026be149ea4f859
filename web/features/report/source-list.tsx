import { OutsideLink } from "#web/ui/outside-link.tsx";
import { sourceLink } from "#web/ui/source-link.ts";

/** What the models point to. They may be wrong, so no page vouches for them. */
export function SourceList({ sources }: { sources: string[] }) {
	if (sources.length === 0) {
		return <p className="text-sm text-muted">The models named no sources.</p>;
	}
	return (
		<div>
			<h3 className="eyebrow">Verification sources, as named by the models</h3>
			<ul className="mt-1 flex flex-col text-sm">
				{[...new Set(sources)].map((source) => (
					<li key={source} className="min-w-0 py-1 wrap-anywhere">
						<Source source={source} />
					</li>
				))}
			</ul>
		</div>
	);
}

function Source({ source }: { source: string }) {
	const link = sourceLink(source);
	if (link === null) return <>{source}</>;
	return (
		<OutsideLink href={link.href} rel="nofollow ugc noopener noreferrer">
			<strong className="font-semibold">{link.domain}</strong>
			{link.rest}
		</OutsideLink>
	);
}
