/** Each software's description of itself, with its default limits. */
import { field, type JsonObject } from '../core/json.ts';
import type { KnownSoftware } from './software.ts';

const types = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'video/mp4', 'video/webm'];

/** The smaller servers have only the v1 description, like their older releases. */
export const descriptions: Record<KnownSoftware, { version: 'v1' | 'v2'; body: JsonObject }> = {
  mastodon: {
    version: 'v2',
    body: {
      domain: 'fake.example',
      version: '4.5.2',
      configuration: {
        statuses: { max_characters: 500, max_media_attachments: 4, characters_reserved_per_url: 23 },
        media_attachments: {
          supported_mime_types: types,
          description_limit: 1500,
          image_size_limit: 16777216,
          image_matrix_limit: 33177600,
          video_size_limit: 103809024,
          video_frame_rate_limit: 120,
          video_matrix_limit: 8294400,
        },
      },
    },
  },
  gotosocial: {
    version: 'v2',
    body: {
      domain: 'fake.example',
      version: '0.20.0',
      configuration: {
        statuses: { max_characters: 5000, max_media_attachments: 6, characters_reserved_per_url: 25 },
        media_attachments: {
          supported_mime_types: types,
          description_limit: 5000,
          image_size_limit: 41943040,
          video_size_limit: 41943040,
        },
      },
    },
  },
  pleroma: {
    version: 'v1',
    body: {
      uri: 'https://fake.example',
      version: '2.7.2 (compatible; Pleroma 2.9.1)',
      max_toot_chars: 5000,
      max_media_attachments: 1000,
      upload_limit: 16000000,
      description_limit: 5000,
    },
  },
  pixelfed: {
    version: 'v1',
    body: {
      uri: 'fake.example',
      version: '3.5.3 (compatible; Pixelfed 0.12.5)',
      configuration: {
        statuses: { max_characters: 500, max_media_attachments: 4, characters_reserved_per_url: 23 },
        media_attachments: {
          supported_mime_types: ['image/jpeg', 'image/png', 'image/gif'],
          image_size_limit: 15360000,
          video_size_limit: 15360000,
        },
      },
    },
  },
  hollo: {
    version: 'v2',
    body: {
      domain: 'fake.example',
      version: '0.7.0',
      configuration: {
        statuses: { max_characters: 10000, max_media_attachments: 8, characters_reserved_per_url: 256 },
        media_attachments: {
          supported_mime_types: types,
          image_size_limit: 33554432,
          video_size_limit: 134217728,
        },
      },
    },
  },
};

/** What a server applies of its own description. */
export interface FakeLimits {
  text: number;
  media: number;
  /** Undefined: every type. */
  types: readonly string[] | undefined;
  description: number;
}

export function limitsOf(software: KnownSoftware): FakeLimits {
  const { body } = descriptions[software];
  const number = (...path: string[]) => {
    const value = field(body, ...path);
    return typeof value === 'number' ? value : undefined;
  };
  const [statuses, files] = [
    ['configuration', 'statuses'],
    ['configuration', 'media_attachments'],
  ] as const;
  return {
    text: number(...statuses, 'max_characters') ?? number('max_toot_chars') ?? 500,
    media: number(...statuses, 'max_media_attachments') ?? number('max_media_attachments') ?? 4,
    types: field(body, ...files, 'supported_mime_types') as string[] | undefined,
    description:
      number(...files, 'description_limit') ?? number('description_limit') ?? Number.POSITIVE_INFINITY,
  };
}
