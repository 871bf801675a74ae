/** The record of a measured page. Times are epoch ms; the ones named `…Now` are the page's `performance.now()`. */
export interface Probe {
  /** For each number of seven digits, when it was first on screen as a separate text. */
  numbers: Record<string, number>
  /** One item for every time that the line of a chart was drawn. */
  drawings: {points: number; changedNow: number; paintedNow: number}[]
  /** The time of every telemetry message of a WebSocket. */
  messagesNow: number[]
  /** For each text to wait for, when it was first on screen. */
  awaited: Record<string, number>
  longTasks: number[]
  awaitText(text: string): void
  /** Resolves with the frames per second over this time. */
  frameRate(milliseconds: number): Promise<number>
}

declare global {
  interface Window {
    probe: Probe
  }
}

/**
 * Runs in the page before its scripts. It must not use anything outside of itself, because only its text is sent there.
 */
export function installProbe() {
  const nativeFrame = window.requestAnimationFrame.bind(window)
  const {port1, port2} = new MessageChannel()
  const tasks: (() => void)[] = []
  port1.onmessage = () => tasks.shift()?.()
  const inNextTask = (task: () => void) => {
    tasks.push(task)
    port2.postMessage(null)
  }

  // A change within the callbacks of a frame is painted by this frame, any other change by the next one. In the first
  // task after the frame, the change is painted.
  let isInFrame = false
  window.requestAnimationFrame = callback =>
    nativeFrame(time => {
      if (!isInFrame) {
        isInFrame = true
        inNextTask(() => {
          isInFrame = false
        })
      }
      callback(time)
    })
  const whenPainted = (then: () => void) => (isInFrame ? inNextTask(then) : nativeFrame(() => inNextTask(then)))

  const probe: Probe = {
    numbers: {},
    drawings: [],
    messagesNow: [],
    awaited: {},
    longTasks: [],
    awaitText(text) {
      awaitedTexts.add(text)
    },
    frameRate(milliseconds) {
      return new Promise(resolve => {
        const startedAt = performance.now()
        let frames = 0
        const count = () => {
          frames++
          const passed = performance.now() - startedAt
          if (passed < milliseconds) nativeFrame(count)
          else resolve((frames * 1000) / passed)
        }
        nativeFrame(count)
      })
    },
  }
  window.probe = probe

  const awaitedTexts = new Set<string>()
  const seen = new Set<string>()

  function noteText(text: string) {
    const [number = ''] = text.replaceAll(',', '').split('.')
    if (/^\d{7}$/.test(number) && !seen.has(number)) {
      seen.add(number)
      whenPainted(() => {
        probe.numbers[number] = Date.now()
      })
    }
    for (const awaited of awaitedTexts) {
      if (!text.includes(awaited)) continue
      awaitedTexts.delete(awaited)
      whenPainted(() => {
        probe.awaited[awaited] = Date.now()
      })
    }
  }

  function noteLine(path: Element) {
    const points = (path.getAttribute('d') ?? '').split(' L ').length
    if (points < 2) return
    const changedNow = performance.now()
    whenPainted(() => {
      probe.drawings.push({points, changedNow, paintedNow: performance.now()})
    })
  }

  function noteChange({type, target, addedNodes}: MutationRecord) {
    if (type === 'attributes') {
      if (target instanceof Element && target.matches('path.highcharts-graph')) noteLine(target)
      return
    }
    const element = target instanceof Element ? target : target.parentElement
    if (element?.closest('.highcharts-container')) {
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue
        const lines = [
          ...(node.matches('path.highcharts-graph') ? [node] : []),
          ...node.querySelectorAll('path.highcharts-graph'),
        ]
        for (const line of lines) noteLine(line)
      }
      return
    }
    if (type === 'characterData') return noteText(target.textContent ?? '')
    for (const node of addedNodes) {
      const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
      if (!(node instanceof Element)) noteText(node.textContent ?? '')
      else while (texts.nextNode()) noteText(texts.currentNode.textContent ?? '')
      if (node instanceof Element) for (const line of node.querySelectorAll('path.highcharts-graph')) noteLine(line)
    }
  }

  new MutationObserver(records => records.forEach(noteChange)).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ['d'],
  })

  new PerformanceObserver(list => {
    for (const {duration} of list.getEntries()) probe.longTasks.push(duration)
  }).observe({type: 'longtask'})

  const NativeWebSocket = window.WebSocket
  window.WebSocket = class extends NativeWebSocket {
    constructor(...parameters: ConstructorParameters<typeof NativeWebSocket>) {
      super(...parameters)
      this.addEventListener('message', ({data}) => {
        if (typeof data === 'string' && data.includes('"telemetry"')) probe.messagesNow.push(performance.now())
      })
    }
  }
}
