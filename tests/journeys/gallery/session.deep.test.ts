import {readRoom, walkRoom} from '../support/gallery'

walkRoom('session')
readRoom('session')
