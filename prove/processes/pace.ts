/** Spreads posts and kills evenly over each other, whichever is slower, and stops at a deadline. */
import { setTimeout as sleep } from 'node:timers/promises';
import { randomOf } from '../random.ts';
import type { Killer } from './killer.ts';
import type { People } from './people.ts';
import type { ProcessesInput } from './proof.ts';

export type PaceInput = Pick<ProcessesInput, 'seed' | 'posts' | 'kills' | 'rate'> & {
  /** Milliseconds, on this machine's clock. */
  deadline: number;
};

/** Kills by which the posts may be ahead, so that there is work while the next kill waits for its point. */
const MAX_AHEAD = 3;

export interface Paced {
  /** One promise per post, settled when its people are done with it. */
  lives: Promise<void>[];
  /** Why the run is incomplete. */
  mishaps: string[];
}

export async function writeAndKill(input: PaceInput, people: People, killer: Killer): Promise<Paced> {
  const { seed, posts, kills, rate, deadline } = input;
  const random = randomOf(seed, 'pace');
  const lives: Promise<void>[] = [];
  const mishaps: string[] = [];
  const killsBy = (written: number) => Math.floor((written * kills) / posts);
  let isOver = false;
  const isDue = () => isOver || Date.now() > deadline;
  const write = async () => {
    for (let number = 1; number <= posts && !isDue(); number += 1) {
      lives.push(people.live(number));
      await sleep((random() * 2000) / rate);
      while (killsBy(number) > killer.report.total + MAX_AHEAD && !isDue()) await sleep(20);
    }
  };
  const kill = async () => {
    while (killer.report.total < kills && !isDue()) {
      if (killer.report.total < killsBy(lives.length)) await killer.next();
      else await sleep(10);
    }
  };
  const giveUp = (error: unknown) => {
    isOver = true;
    mishaps.push(String(error));
  };
  await Promise.all([write().catch(giveUp), kill().catch(giveUp)]);
  if (lives.length < posts || killer.report.total < kills)
    mishaps.push(
      `${lives.length} of ${posts} posts were written, and ${killer.report.total} of ${kills} kills made`,
    );
  return { lives, mishaps };
}
