/** A canvas over all tiles. */
export interface Sheet {
  /** Null while there is none. Its units are CSS pixels. */
  context(): CanvasRenderingContext2D | null
  /** Empties it, gives it the size that it has on the screen, and tells so. */
  clear(): void
  attach(canvas: HTMLCanvasElement | null): (() => void) | undefined
}

/** Each change of the size clears the drawing, which must be drawn again in `onCleared`. */
export function createSheet(onCleared: (context: CanvasRenderingContext2D, style: CSSStyleDeclaration) => void): Sheet {
  let canvas: HTMLCanvasElement | null = null
  let context: CanvasRenderingContext2D | null = null

  function clear() {
    if (canvas === null || context === null) return
    const density = window.devicePixelRatio
    canvas.width = Math.round(canvas.clientWidth * density)
    canvas.height = Math.round(canvas.clientHeight * density)
    context.setTransform(density, 0, 0, density, 0, 0)
    onCleared(context, getComputedStyle(canvas))
  }

  return {
    context: () => context,
    clear,
    attach(element) {
      canvas = element
      context = element?.getContext('2d') ?? null
      if (element === null) return undefined
      const observer = new ResizeObserver(clear)
      observer.observe(element)
      // Texts that were drawn before their font had come are drawn again.
      document.fonts.ready.then(clear, () => {})
      return () => {
        observer.disconnect()
        canvas = context = null
      }
    },
  }
}
