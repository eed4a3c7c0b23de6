/** `belfry media verify`: exit code 0 when all is whole, 1 when a person must look. */
import { allRules } from '@belfry/networks/rules.ts';
import { loadConfig } from '../config.ts';
import { openFiles } from '../files/open.ts';
import { count, figure } from '../format.ts';
import { type Report, verifyMedia } from '../media/verify/verify.ts';
import { reachDatabase } from './reach-database.ts';

export async function runVerify(options: { json: boolean; removeMost: boolean }): Promise<number> {
  const config = loadConfig(allRules.map(({ platform }) => platform));
  await using reached = await reachDatabase(config);
  const files = await openFiles(config);
  const report = await verifyMedia({ db: reached.db, files, config }, { removeMost: options.removeMost });
  console.log(options.json ? JSON.stringify(report) : describe(report));
  return isWhole(report) ? 0 : 1;
}

function isWhole({ damaged, unlikely }: Report): boolean {
  return damaged === 0 && !unlikely;
}

function describe(report: Report): string {
  return [
    `${count(report.files, 'file')} for ${count(report.rows, 'row')}.`,
    ...describeRemoved(report),
    ...describeLeft(report),
    ...describeUnlikely(report),
    ...describeDamaged(report),
    ...(isWhole(report) ? ['All is whole.'] : []),
  ].join('\n');
}

function describeRemoved({ orphans_removed, half_done_removed }: Report): string[] {
  return [
    ...(orphans_removed > 0 ? [`Removed ${count(orphans_removed, 'file')} that no row names.`] : []),
    ...(half_done_removed > 0 ? [`Removed ${count(half_done_removed, 'half-done upload')}.`] : []),
  ];
}

function describeLeft({ arriving, strange }: Report): string[] {
  return [
    ...(arriving > 0
      ? [`Left alone ${count(arriving, 'file')} of the last hour that no row names yet.`]
      : []),
    ...(strange > 0 ? [`Left alone ${count(strange, 'file')} that Belfry has not named.`] : []),
  ];
}

function describeUnlikely({ unlikely, orphans, files }: Report): string[] {
  if (!unlikely) return [];
  return [
    `${figure(orphans)} of ${count(files, 'file')} have no row, so none of them was removed: is this the database ` +
      'that belongs to this storage? If it is, run this again with --remove-most.',
  ];
}

function describeDamaged({ damaged, media }: Report): string[] {
  if (damaged === 0) return [];
  const lines = media.map(({ id, workspace_id, name, size, found }) => {
    const which = `media ${id}, ${JSON.stringify(name)}, of workspace ${workspace_id}`;
    return found === null
      ? `Missing: ${which} (${count(size, 'byte')}).`
      : `Damaged: ${which}: ${count(found, 'byte')} in place of ${figure(size)}.`;
  });
  if (damaged > media.length) lines.push(`And ${figure(damaged - media.length)} more.`);
  const advice = 'Bring the files back from a back-up, or delete these media and upload them again.';
  return [
    ...lines,
    `${figure(damaged)} of the media ${damaged === 1 ? 'lacks its' : 'lack their'} whole file. ${advice}`,
  ];
}
