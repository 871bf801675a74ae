import {type ReactNode, useCallback, useState} from 'react'
import styles from './RowHeight.module.css'

interface Props {
  /** A row of two lines is higher by one line. */
  lines: 1 | 2
  children: (pixels: number) => ReactNode
}

const USUAL = {1: 36, 2: 56}

/** Tells how high a row is in pixels, which the density, the pointer and the size of the text decide. */
export function RowHeight({lines, children}: Props) {
  const [pixels, setPixels] = useState(USUAL[lines])
  const measure = useCallback((ruler: HTMLElement | null) => {
    if (ruler === null) return
    const read = () => {
      if (ruler.offsetHeight > 0) setPixels(ruler.offsetHeight)
    }
    read()
    const observer = new ResizeObserver(read)
    observer.observe(ruler)
    return () => observer.disconnect()
  }, [])
  return (
    <>
      <div ref={measure} className={styles.ruler} data-lines={lines} aria-hidden="true" />
      {children(pixels)}
    </>
  )
}
