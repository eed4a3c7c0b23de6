import type { LibraryMedia, Media } from '../media.ts';
import type { Upload } from '../uploads.ts';
import { at, CREATED, type Examples, fair } from './example.ts';

export const bell: Media = {
  id: 12,
  name: 'bell.png',
  mime_type: 'image/png',
  kind: 'image',
  size: 146_515,
  width: 1280,
  height: 720,
  duration: null,
  animated: false,
  frames: null,
  duration_ms: null,
  video_codec: null,
  audio_codec: null,
  frame_rate: null,
  alt_text: 'A bell in its tower',
  captions: [],
  url: '/api/v1/media/12/file',
  thumbnail_url: '/api/v1/media/12/thumbnail?workspace=1&v=5f0c1d2e',
  created_at: CREATED,
};

const labelled: LibraryMedia = { ...bell, labels: [fair] };

const upload: Upload = {
  id: 5,
  name: 'bell.png',
  size: 146_515,
  offset: 65_536,
  media_id: null,
  expires_at: at('08:00:00'),
};

const params = { id: bell.id };
const list = 'https://belfry.example.com/api/public/v1/media';

export const mediaExamples = {
  uploadMedia: { answer: { data: { ...bell, labels: [] } } },
  addMediaFromUrl: {
    body: { url: 'https://pictures.example/bell.png', alt_text: 'A bell in its tower' },
    answer: { data: { ...bell, labels: [] } },
  },
  listMedia: {
    query: { page: 1, 'label_ids[]': [fair.id] },
    answer: {
      data: [labelled],
      links: {
        first: `${list}?page=1&label_ids%5B%5D=5`,
        last: `${list}?page=1&label_ids%5B%5D=5`,
        prev: null,
        next: null,
      },
      meta: { current_page: 1, last_page: 1, per_page: 30, total: 1 },
    },
  },
  getMedia: { params, answer: { data: labelled } },
  updateMedia: {
    params,
    body: { alt_text: 'The bell of the town hall', label_ids: [fair.id] },
    answer: { data: { ...labelled, alt_text: 'The bell of the town hall' } },
  },
  deleteMedia: { params },
  listMediaUses: {
    params,
    answer: {
      data: [
        {
          id: 7,
          place: 'post',
          status: 'scheduled',
          at: at('12:00:00'),
          text: 'The bells ring at nine.',
          channel_ids: [4],
        },
      ],
      truncated: false,
    },
  },
  bulkMedia: {
    body: { action: 'label', ids: [bell.id], label_ids: [fair.id] },
    answer: { data: [{ id: bell.id, status: 'done', error: null }] },
  },
  setCaptions: {
    params: { id: bell.id, language: 'en' },
    body: { text: '1\n00:00:01,000 --> 00:00:02,500\nHear the bells\n' },
  },
  getCaptions: { params: { id: bell.id, language: 'en' }, query: {} },
  deleteCaptions: { params: { id: bell.id, language: 'en' } },
  getMediaFile: { params, query: {} },
  getThumbnail: { params, query: { v: '5f0c1d2e', width: 320 } },
  getLinkCard: {
    query: { url: 'https://pictures.example/bells' },
    answer: {
      data: {
        url: 'https://pictures.example/bells',
        title: 'The bells of the old town',
        description: 'They ring at nine.',
        site: 'Pictures',
        image_url: '/api/v1/link-cards/3/image?workspace=1',
      },
    },
  },
  getLinkCardImage: { params: { id: 3 } },
  createUpload: {},
  getUpload: { params: { id: upload.id }, answer: { data: upload } },
  sendSlice: { params: { id: upload.id } },
  deleteUpload: { params: { id: upload.id } },
  getSharedFile: { params: { name: 'x7f2-bell.png' } },
} satisfies Partial<Examples>;
