import { useEffect, useState } from 'react';

/** A value once it has stayed the same for so many milliseconds. Until one has, `first`. */
export function useRested<T>(value: T, milliseconds: number, first: T = value): T {
  const [rested, setRested] = useState(first);
  useEffect(() => {
    const timer = setTimeout(() => setRested(() => value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return rested;
}
