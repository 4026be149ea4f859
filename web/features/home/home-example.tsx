import type { MouseEvent } from "react";
import { ScaleLegend } from "#web/ui/scale-legend.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ExampleReport } from "./example-report.tsx";
import { useExample } from "./use-example.ts";

export function HomeExample({
	onChoose,
}: {
	onChoose: (path: string, event: MouseEvent) => void;
}) {
	const { report, loading } = useExample();
	if (report !== null && report.statements.length > 0) {
		return <ExampleReport report={report} onChoose={onChoose} />;
	}
	return loading ? <Skeleton className="h-105" /> : <ScaleLegend />;
}
