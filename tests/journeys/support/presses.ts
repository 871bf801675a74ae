/**
 * A control that moves away between press and release gets no click, and nobody knows why. In each page, before it
 * begins: reports it on the console, which fails the test. A dragged element moves with the pointer, and may; an effect
 * of the click may, too.
 */
export function watchPresses() {
  const CONTROLS =
    'a[href], button, input, label, select, summary, textarea, [role="button"], [role="menuitem"], [role="option"], [role="tab"]'
  /** A button that is pressed may sink in by a pixel. */
  const MOST = 2
  let pressed: {control: Element; name: string; rect: DOMRect; x: number; y: number} | null = null
  const nameOf = (control: Element) =>
    (control.getAttribute('aria-label') ?? control.textContent?.trim())?.slice(0, 60) || control.outerHTML.slice(0, 120)
  addEventListener(
    'pointerdown',
    ({target, clientX: x, clientY: y}) => {
      const control = target instanceof Element ? target.closest(CONTROLS) : null
      pressed = control === null ? null : {control, name: nameOf(control), rect: control.getBoundingClientRect(), x, y}
    },
    {capture: true},
  )
  addEventListener(
    'pointerup',
    ({clientX, clientY}) => {
      if (pressed === null) return
      const {control, name, rect, x, y} = pressed
      pressed = null
      if (Math.hypot(clientX - x, clientY - y) > MOST) return
      const now = control.getBoundingClientRect()
      const by = [now.x - rect.x, now.y - rect.y].map(Math.round)
      if (!control.isConnected) console.error(`“${name}” was gone while it was pressed, at`)
      else if (by.some(pixels => Math.abs(pixels) > MOST))
        console.error(`“${name}” moved by ${by.join(' and ')} px while it was pressed, at`)
    },
    {capture: true},
  )
}
