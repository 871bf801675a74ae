import styles from './Skeleton.module.css'

interface Props {
  /** CSS lengths of the coming content, so that nothing moves when it comes. */
  width?: string
  height: string
}

/** Holds the place of coming content. It says nothing by itself: a word beside it names what is awaited. */
export function Skeleton({width = '100%', height}: Props) {
  return <span className={styles.skeleton} style={{width, height}} aria-hidden="true" />
}
