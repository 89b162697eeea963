/** A renderer that suits the machine. */
import { NeutralToneMapping, WebGLRenderer } from 'three';

/** Renderers without a graphics card: smooth edges cost them most of their time. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/** Draws on the canvas; null where the browser has no WebGL. */
export function makeRenderer(canvas: HTMLCanvasElement): WebGLRenderer | null {
  const probe = makeContext(document.createElement('canvas'), false);
  if (!probe) return null;
  const antialias = !SOFTWARE.test(rendererName(probe));
  probe.getExtension('WEBGL_lose_context')?.loseContext();
  const context = makeContext(canvas, antialias);
  if (!context) return null;
  try {
    const renderer = new WebGLRenderer({ canvas, context, antialias });
    // To ask for a shader's log is to wait for the shader.
    renderer.debug.checkShaderErrors = false;
    // Bright things stay what colour they are.
    renderer.toneMapping = NeutralToneMapping;
    return renderer;
  } catch {
    return null;
  }
}

/** Asked for by hand: three.js would write an error to the console where there is no WebGL. */
function makeContext(canvas: HTMLCanvasElement, antialias: boolean): WebGL2RenderingContext | null {
  return canvas.getContext('webgl2', {
    antialias,
    alpha: false,
    // Ghosts are not drawn where a robot is.
    stencil: true,
    powerPreference: 'high-performance',
    // Pictures are rare here: the last one must still be there when somebody copies the canvas.
    preserveDrawingBuffer: true,
  });
}

function rendererName(context: WebGL2RenderingContext): string {
  const info = context.getExtension('WEBGL_debug_renderer_info');
  return info ? String(context.getParameter(info.UNMASKED_RENDERER_WEBGL)) : '';
}

/** Whether there is no graphics card: then edges are not smooth. */
export function drawsInSoftware(renderer: WebGLRenderer): boolean {
  return renderer.getContext().getContextAttributes()?.antialias === false;
}
