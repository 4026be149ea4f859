import { Suspense, useState } from "react";
import type { Video } from "#contract/video.ts";
import { useOrigin } from "#web/api/page-data.ts";
import { paths } from "#web/paths.ts";
import type { MenuAction } from "#web/ui/action-menu.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { lazyComponent, missingLayer } from "#web/ui/lazy-part.tsx";
import { MenuButton } from "#web/ui/menu-button.tsx";
import { useTakenOver } from "#web/ui/taken-over.tsx";
import { CopyByHand, useCopy } from "#web/ui/use-copy.tsx";
import { postLinks, shareText } from "./share-links.ts";

const EmbedDialog = lazyComponent(
	async () => (await import("./embed-dialog.tsx")).EmbedDialog,
	undefined,
	{ ahead: true, missing: missingLayer },
);

/** Ways to share the result. */
export function ShareMenu({ video }: { video: Video }) {
	const { state, copy } = useCopy();
	const taken_over = useTakenOver();
	const [embedding, setEmbedding] = useState<"no" | "open" | "closed">("no");
	const url = new URL(paths.results(video.id), useOrigin()).href;
	const text = shareText(video);
	const { microblog, network } = postLinks(text, url);
	const system = (): Promise<void> =>
		navigator.share({ title: video.title, text, url }).catch(async (thrown) => {
			// If the visitor closed the share sheet, nothing is done. After any other failure the link
			// can be copied.
			const dismissed = thrown instanceof DOMException && thrown.name === "AbortError";
			if (!dismissed) await copy(url);
		});
	const actions: MenuAction[] = [
		{ label: "Copy Link", icon: "copy", onPress: () => void copy(url) },
		{ label: "Share on X", icon: "external", href: microblog, kind: "outside" },
		{ label: "Share on Facebook", icon: "external", href: network, kind: "outside" },
		...(taken_over && typeof navigator.share === "function"
			? [{ label: "Share with an app…", icon: "share" as const, onPress: () => void system() }]
			: []),
		{ label: "Embed…", icon: "code", onPress: () => setEmbedding("open") },
	];
	return (
		<>
			<MenuButton actions={actions}>
				<Icon name={state === "copied" ? "check" : "share"} />
				{state === "copied" ? (
					"Link Copied"
				) : (
					<span>
						Share <span className="max-sm:sr-only">Results</span>
					</span>
				)}
			</MenuButton>
			<span role="status" className="sr-only">
				{state === "copied" && "Link copied"}
			</span>
			{state === "refused" && <CopyByHand url={url} />}
			{embedding !== "no" && (
				<Suspense fallback={null}>
					<EmbedDialog
						video={video}
						open={embedding === "open"}
						onClose={() => setEmbedding("closed")}
					/>
				</Suspense>
			)}
		</>
	);
}
