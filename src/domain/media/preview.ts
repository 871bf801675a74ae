/** The fixed sizes of a preview, in pixels. */
export const PREVIEW_SIZES = {
  small: {width: 320, height: 180},
  medium: {width: 640, height: 360},
  large: {width: 960, height: 540},
} as const

export type PreviewSize = keyof typeof PREVIEW_SIZES
