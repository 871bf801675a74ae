import {textsOf} from '../../../domain/language'

/** The machine of the preview supplies the messages of failures. */
export const texts = textsOf('media.preview', {
  heading: 'Preview',
  none: 'Choose a video to see it here.',
  loading: 'Opening the video…',
  sizes: 'Size of the preview',
  size: (width: number, height: number) => `${width} × ${height}`,
  video: (name: string) => `Preview of ${name}`,
  unplayable: 'This browser can’t play the video. A screen may be able to.',
  retry: 'Retry',
})
