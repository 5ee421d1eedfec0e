// A picture as PNG, drawn by the browser from SVG.

const WIDTH = 1200;

/**
 * @param {string} svg with its style
 * @param {[number, number, number, number]} viewBox
 * @returns {Promise<Blob>}
 */
export async function pngOf(svg, [, , width, height]) {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = WIDTH;
    canvas.height = Math.round((WIDTH * height) / width);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('this browser cannot draw pictures');
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture could not be written')))),
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}
