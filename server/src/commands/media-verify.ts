/** `belfry media verify`. Exit code 0 when all media have their files, 1 when a person must act. */
import { loadConfig } from '../config/index.ts';
import { openFiles } from '../files/index.ts';
import { type Report, verifyMedia } from '../media/index.ts';
import { count, figure } from '../text/format.ts';
import { withDatabase } from './reach-database.ts';

export async function runVerify(options: {
  json?: boolean | undefined;
  removeMost: boolean;
}): Promise<number> {
  const config = loadConfig();
  const files = await openFiles(config);
  const report = await withDatabase(config, (db) =>
    verifyMedia({ db, files, config }, { removeMost: options.removeMost }),
  );
  console.log(options.json ? JSON.stringify(report) : describe(report));
  return isWhole(report) ? 0 : 1;
}

function isWhole({ damaged, unlikely }: Report): boolean {
  return damaged === 0 && !unlikely;
}

function describe(report: Report): string {
  return [
    `Compared ${count(report.files, 'file')} with ${count(report.rows, 'row')}.`,
    ...describeRemoved(report),
    ...describeLeft(report),
    ...describeUnlikely(report),
    ...describeDamaged(report),
    ...(isWhole(report) ? ['All media have their files.'] : []),
  ].join('\n');
}

function describeRemoved({ orphans_removed, half_done_removed }: Report): string[] {
  return [
    ...(orphans_removed > 0 ? [`Removed ${count(orphans_removed, 'file')} that had no row.`] : []),
    ...(half_done_removed > 0 ? [`Removed ${count(half_done_removed, 'incomplete upload')}.`] : []),
  ];
}

function describeLeft({ arriving, strange }: Report): string[] {
  return [
    ...(arriving > 0 ? [`Kept ${count(arriving, 'file')} of the last hour that had no row yet.`] : []),
    ...(strange > 0 ? [`Kept ${count(strange, 'file')} whose names are not Belfry's.`] : []),
  ];
}

function describeUnlikely({ unlikely, orphans, files }: Report): string[] {
  if (!unlikely) return [];
  return [
    `${figure(orphans)} of ${count(files, 'file')} have no row, so Belfry removed none of them. Check that DATABASE_URL ` +
      'and STORAGE_URL belong together. If they do, run this again with --remove-most.',
  ];
}

function describeDamaged({ damaged, media }: Report): string[] {
  if (damaged === 0) return [];
  const lines = media.map(({ id, workspace_id, name, size, found }) => {
    const which = `media ${id}, ${JSON.stringify(name)}, of workspace ${workspace_id}`;
    return found === null
      ? `Missing: ${which} (${count(size, 'byte')}).`
      : `Damaged: ${which}: the file has ${count(found, 'byte')}, but should have ${figure(size)}.`;
  });
  if (damaged > media.length) lines.push(`And ${figure(damaged - media.length)} more.`);
  const advice = 'Restore the files from a backup, or delete these media and upload them again.';
  return [
    ...lines,
    `${count(damaged, 'file')} of media ${damaged === 1 ? 'is' : 'are'} missing or damaged. ${advice}`,
  ];
}
