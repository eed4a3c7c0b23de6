import type { View } from './write.tsx';

export default function Preview({ view }: { view: View; onTab: (tab: number | null) => void }) {
  return <p>{view.tab}</p>;
}
