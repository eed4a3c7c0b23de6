import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openVault, provideSecret, VaultError } from './vault.ts';

const secret = 'an-installation-secret-of-the-tests';
const grant = { accessToken: 'bell-token', scopes: ['write'], expires: null };

describe('a vault', () => {
  it('opens what it sealed', () => {
    const vault = openVault({ secret });
    expect(vault.open(vault.seal(grant, 'grant:12'), 'grant:12')).toEqual(grant);
  });

  it('opens what was sealed before a restart', () => {
    expect(openVault({ secret }).open(openVault({ secret }).seal(grant, 'grant:12'), 'grant:12')).toEqual(
      grant,
    );
  });

  it('shows nothing of the value, and seals it differently each time', () => {
    const vault = openVault({ secret });
    const [one, two] = [vault.seal(grant, 'grant:12'), vault.seal(grant, 'grant:12')];
    expect(one.toString('latin1')).not.toContain('bell-token');
    expect(one.equals(two)).toBe(false);
  });

  it('opens a value only in its own place', () => {
    const vault = openVault({ secret });
    const sealed = vault.seal(grant, 'grant:12');
    expect(() => vault.open(sealed, 'grant:13')).toThrow(
      new VaultError('The stored value grant:13 was changed, or was sealed for another place.'),
    );
  });

  it('opens no value that was changed or cut at any byte', () => {
    const vault = openVault({ secret });
    const sealed = vault.seal(grant, 'grant:12');
    for (let at = 0; at < sealed.length; at += 1) {
      const altered = Buffer.from(sealed);
      altered[at] = (altered[at] ?? 0) ^ 1;
      expect(() => vault.open(altered, 'grant:12')).toThrow(VaultError);
      expect(() => vault.open(sealed.subarray(0, at), 'grant:12')).toThrow(VaultError);
    }
  });

  it('reports a wrong secret without showing it', () => {
    const sealed = openVault({ secret }).seal(grant, 'grant:12');
    const vault = openVault({ secret: 'a-secret-that-someone-made-up-later' });
    expect(() => vault.open(sealed, 'grant:12')).toThrow(
      new VaultError(
        'The stored value grant:12 was sealed with another secret. Restore BELFRY_SECRET or DATA_DIR/secret.',
      ),
    );
  });

  it('opens old values with a previous secret and seals with the new one', () => {
    const sealed = openVault({ secret }).seal(grant, 'grant:12');
    const rotated = openVault({ secret: 'the-secret-that-came-after-the-first', previous: [secret] });
    expect(rotated.open(sealed, 'grant:12')).toEqual(grant);
    expect(() => openVault({ secret }).open(rotated.seal(grant, 'grant:12'), 'grant:12')).toThrow(VaultError);
  });
});

describe('the secret of an installation', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'belfry-vault-'));
  });
  afterEach(() => rm(dataDir, { recursive: true }));

  const warnings: string[] = [];
  const provide = (dir = dataDir) => provideSecret(dir, undefined, (sentence) => warnings.push(sentence));
  const modeOf = async (path: string) => (await stat(path)).mode & 0o777;
  afterEach(() => {
    warnings.length = 0;
  });

  it('comes from the environment, and then no file is written', async () => {
    expect(await provideSecret(dataDir, secret)).toBe(secret);
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('is created once, readable only for its owner', async () => {
    const made = await provide();
    expect(Buffer.from(made, 'base64url')).toHaveLength(32);
    expect(await provide()).toBe(made);
    expect(await modeOf(join(dataDir, 'secret'))).toBe(0o600);
    expect(warnings).toEqual([]);
  });

  it('is created in a directory that does not exist yet', async () => {
    const fresh = join(dataDir, 'var', 'belfry');
    expect(await provide(fresh)).toBe((await readFile(join(fresh, 'secret'), 'utf8')).trim());
  });

  it('is the same for processes that start at the same time', async () => {
    const provided = await Promise.all(Array.from({ length: 20 }, () => provide()));
    expect(new Set(provided).size).toBe(1);
    expect(await readdir(dataDir)).toEqual(['secret']);
  });

  it('gets mode 0600 again, and a warning is logged', async () => {
    const path = join(dataDir, 'secret');
    await writeFile(path, secret);
    await chmod(path, 0o644);
    expect(await provide()).toBe(secret);
    expect(await modeOf(path)).toBe(0o600);
    expect(warnings).toEqual([
      `Other users of this machine could read ${path}. Belfry has set its mode to 0600. Consider a new secret.`,
    ]);
  });

  it.each([[''], ['short']])('is not replaced when the file has only "%s"', async (content) => {
    const path = join(dataDir, 'secret');
    await writeFile(path, content, { mode: 0o600 });
    await expect(provide()).rejects.toThrow(
      `${path} has no secret of at least 32 characters. Restore this file from a backup.`,
    );
    expect(await readFile(path, 'utf8')).toBe(content);
  });
});
