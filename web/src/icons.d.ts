/** Icons of Lucide by name, made by `build/icons.ts`. */
declare module 'icon:*' {
  const Icon: (props: { className?: string; width?: number; height?: number }) => import('react').ReactNode;
  export default Icon;
}
