/** The picture that a video shows now, as a file. */

/** Pixels of the longer side: more than a cover needs, and few enough for the canvas of every browser. */
const MOST = 3840;

/** As JPEG, which every network takes. Throws if the browser cannot do it. */
export async function paint(video: HTMLVideoElement): Promise<Blob> {
  const { videoWidth, videoHeight } = video;
  const scale = Math.min(1, MOST / Math.max(videoWidth, videoHeight));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(videoWidth * scale));
  canvas.height = Math.max(1, Math.round(videoHeight * scale));
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser has no canvas.');
  context.drawImage(video, 0, 0, canvas.width, canvas.height);
  return encode(canvas, 'image/jpeg');
}

export function encode(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const take = (blob: Blob | null) =>
      blob === null ? reject(new Error('The picture is too large for this browser.')) : resolve(blob);
    canvas.toBlob(take, type, 0.92);
  });
}
