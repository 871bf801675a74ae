import {readRoom, walkRoom} from '../support/gallery'

walkRoom('replay')
readRoom('replay')
