import css from './Stage.module.css'

/** Mounts the videos; its result removes them. It must stay the same function, or they would stop. */
export type Mount = (place: Element | null) => (() => void) | undefined

export const Stage = ({mount}: {mount: Mount}) => <div className={css.stage} ref={mount} />
